-- Filled with folded text from now on (app/features/maintenance/refold-search.server.ts), in the background.
DROP TRIGGER message_search_added;
