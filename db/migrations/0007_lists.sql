-- What keeps each list fast to its last page. Pages are skipped in an index and never in the table.
CREATE INDEX orders_by_time ON orders (created_at, seq, status, payment_method);
DROP INDEX orders_by_status;
CREATE INDEX orders_by_status ON orders (status, created_at DESC, seq DESC);
DROP INDEX orders_by_visit;
CREATE INDEX orders_by_visit ON orders (visit_date, visit_slot, status, ticket_count, created_at);
CREATE INDEX orders_by_total ON orders (total_paise, created_at, seq);
CREATE INDEX orders_unpaid_visits ON orders (visit_date, visit_slot, ticket_count) WHERE status = 'pending';
CREATE INDEX orders_erased ON orders (visit_date) WHERE contact_email = '';

-- With both in it, who came today is counted without reading a ticket.
DROP INDEX tickets_by_order;
CREATE INDEX tickets_by_order ON tickets (order_seq, voided_at, used_at);

CREATE INDEX messages_by_archive ON messages (archived, seq);
CREATE INDEX messages_by_name ON messages (name);
CREATE INDEX messages_by_email ON messages (email COLLATE NOCASE);
CREATE INDEX outbox_by_recipient ON outbox (recipient COLLATE NOCASE);

-- An order's status is a word of its index from now on (app/domain/order/order-words.server.ts), so all are
-- indexed anew, beside the site's work.
INSERT INTO order_words (order_words) VALUES ('delete-all');
DELETE FROM stale_order_words;
DELETE FROM settings WHERE name = 'orders_indexed';
DROP TRIGGER order_words_changed;
CREATE TRIGGER order_words_changed
AFTER UPDATE OF contact_name, contact_email, payment_method, status ON orders
BEGIN
  INSERT INTO stale_order_words VALUES (new.seq) ON CONFLICT DO NOTHING;
END;

-- Messages are few, and indexed as they come. What stands between two columns is in nobody's message.
CREATE VIRTUAL TABLE message_words USING fts5 (
  words, tokenize = 'trigram remove_diacritics 1', content = '', contentless_delete = 1
);
CREATE TRIGGER message_words_new AFTER INSERT ON messages
BEGIN
  INSERT INTO message_words (rowid, words)
  VALUES (new.seq, concat_ws(char(0xE000), new.name, new.email, new.subject, new.body));
END;
CREATE TRIGGER message_words_gone AFTER DELETE ON messages
BEGIN
  DELETE FROM message_words WHERE rowid = old.seq;
END;
INSERT INTO message_words (rowid, words)
SELECT seq, concat_ws(char(0xE000), name, email, subject, body) FROM messages;
