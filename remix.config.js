/**
 * Every URL of the product and the module that answers it.
 * The table stays in this file: `remix dev` does not notice changes to a table that is imported.
 * @type {import("@remix-run/dev").AppConfig}
 */
export default {
  serverModuleFormat: "esm",
  ignoredRouteFiles: ["**/*"],
  postcss: true,
  tailwind: false,
  // Hundreds of small files each, of which a start would read every one.
  serverDependenciesToBundle: [/^drizzle-orm/, /^lucide-react/],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
  routes(defineRoutes) {
    return defineRoutes((route) => {
      route("", "routes/public/layout.tsx", () => {
        route("", "routes/public/home.tsx", { index: true });
        route("about", "routes/public/about.tsx");
        route("contact", "routes/public/contact.tsx");
        route("animals", "routes/public/animals.tsx");
        route("animals/:id", "routes/public/animal.tsx");
        route("privacy", "routes/public/privacy.tsx");
        route("terms", "routes/public/terms.tsx");
        route("tickets", "routes/public/tickets.tsx");
        route("groups", "routes/public/groups.tsx");
        route("tickets/find", "routes/public/find-booking.tsx");
        route("order/:id/:key", "routes/public/order.tsx");
        route("order/:id/:key/receipts/:number", "routes/public/receipt.tsx");
        route("order/:id/:key/credit-notes/:number", "routes/public/receipt.tsx", {
          id: "routes/public/credit-note",
        });
        route("order/:id/:key/receipts/:number.pdf", "routes/files/receipt-pdf.ts");
        route("order/:id/:key/credit-notes/:number.pdf", "routes/files/receipt-pdf.ts", {
          id: "routes/files/credit-note-pdf",
        });
        route("order/:id/:key/visit.ics", "routes/files/calendar.ts");
        route("order/:id/:key/tickets.pdf", "routes/files/tickets-pdf.ts");
        route("pay/go/:token", "routes/payments/go.tsx");
        route("order/:id/:key/quote", "routes/public/group-document.tsx");
        route("order/:id/:key/invoices/:number", "routes/public/group-document.tsx", {
          id: "routes/public/invoice",
        });
        route("order/:id/:key/quote.pdf", "routes/files/group-pdf.ts");
        route("order/:id/:key/invoices/:number.pdf", "routes/files/group-pdf.ts", {
          id: "routes/files/invoice-pdf",
        });
        route("api/docs", "routes/public/api-docs.tsx");
        route("*", "routes/public/not-found.tsx");
      });
      route("t/:code", "routes/public/ticket.tsx");
      route("gate", "routes/gate/device.tsx");
      route("gate/sync", "routes/gate/sync.ts");
      route("gate/pair/:token", "routes/gate/pair.tsx");
      route("pay/return/:token", "routes/payments/return.ts");
      route("pay/demo/:token", "routes/payments/demo.tsx");
      route("webhooks/mail", "routes/webhooks/mail.ts");
      route("webhooks/:provider", "routes/payments/webhook.ts");
      route("tickets/day", "routes/public/booking-day.ts");
      route("tickets/promo", "routes/public/booking-promo.ts");
      route("images/:file", "routes/files/image.ts");
      route("healthz", "routes/files/healthz.ts");
      route("readyz", "routes/files/readyz.ts");
      route("metrics", "routes/files/metrics.ts");
      route("sitemap.xml", "routes/files/sitemap.ts");
      route("robots.txt", "routes/files/robots.ts");
      route("site.webmanifest", "routes/files/manifest.ts");

      route("login", "routes/session/login.tsx");
      route("login/code", "routes/session/login-code.tsx");
      route("login/passkey", "routes/session/login-passkey.tsx");
      route("login/password", "routes/session/login-password.tsx");
      route("login/forgot", "routes/session/login-forgot.tsx");
      route("login/reset/:token", "routes/session/login-reset.tsx");
      route("logout", "routes/session/logout.ts");

      route("admin", "routes/session/admin-redirect.ts");
      route("admin/dashboard", "routes/admin/layout.tsx", () => {
        route("", "routes/admin/dashboard.tsx", { index: true });
        route("animals", "routes/admin/animals.tsx");
        route("add/animals", "routes/admin/animal-new.tsx");
        route("animals/import", "routes/admin/animals/import.tsx");
        route("animals/:id/edit", "routes/admin/animal-edit.tsx");
        route("counter", "routes/admin/counter/counter.tsx");
        route("counter/slip/:id", "routes/admin/counter/slip.tsx");
        route("orders", "routes/admin/orders.tsx");
        route("orders/:id", "routes/admin/order.tsx");
        route("groups", "routes/admin/groups/groups.tsx");
        route("groups/new", "routes/admin/groups/new.tsx");
        route("groups/:id", "routes/admin/groups/group.tsx");
        route("groups/:id/quote", "routes/admin/groups/document.tsx");
        route("invoices/:number", "routes/admin/groups/document.tsx", {
          id: "routes/admin/groups/invoice",
        });
        route("payments", "routes/admin/payments.tsx");
        route("takings", "routes/admin/money/takings.tsx");
        route("receipts/:number", "routes/admin/money/receipt.tsx");
        route("credit-notes/:number", "routes/admin/money/receipt.tsx", {
          id: "routes/admin/money/credit-note",
        });
        route("reconcile", "routes/admin/money/reconcile.tsx");
        route("reconcile/statement", "routes/admin/money/statement.tsx");
        route("shifts", "routes/admin/shifts/shifts.tsx");
        route("shifts/:id", "routes/admin/shifts/shift.tsx");
        route("shifts/:id/close", "routes/admin/shifts/close.tsx");
        route("reports", "routes/admin/reports.tsx");
        route("messages", "routes/admin/messages.tsx");
        route("check-in", "routes/admin/check-in.tsx");
        route("gate-devices", "routes/admin/gate/devices.tsx");
        route("gate-list", "routes/admin/gate/list.tsx");
        route("gate-list/slips", "routes/admin/gate/slips.tsx");
        route("admins", "routes/admin/admins.tsx");
        route("capacity", "routes/admin/capacity.tsx");
        route("capacity/closures/:id", "routes/admin/closure.tsx");
        route("audit", "routes/admin/audit.tsx");
        route("privacy", "routes/admin/privacy.tsx");
        route("outbox", "routes/admin/outbox.tsx");
        route("outbox/:id", "routes/admin/outbox-mail.tsx");
        route("zoo", "routes/admin/zoo/profile.tsx");
        route("zoo/start", "routes/admin/zoo/start.tsx");
        route("zoo/texts", "routes/admin/zoo/texts.tsx");
        route("zoo/hours", "routes/admin/zoo/hours.tsx");
        route("zoo/slots", "routes/admin/zoo/slots.tsx");
        route("zoo/tickets", "routes/admin/zoo/tickets.tsx");
        route("zoo/prices", "routes/admin/zoo/prices.tsx");
        route("zoo/promos", "routes/admin/zoo/promos.tsx");
        route("webhooks", "routes/admin/webhooks/webhooks.tsx");
        route("webhooks/new", "routes/admin/webhooks/new.tsx");
        route("webhooks/:id", "routes/admin/webhooks/webhook.tsx");
        route("settings", "routes/admin/settings.tsx");
        route("settings/second-factor", "routes/admin/account/second-factor.tsx");
        route("*", "routes/admin/not-found.tsx");
      });
      route("admin/dashboard/check-in/sync", "routes/admin/check-in-sync.ts");
      route("admin/dashboard/animals/import/part", "routes/admin/animals/import-part.ts");
      route("admin/dashboard/animals.zip", "routes/admin/animals/zip.ts");
      route("admin/dashboard/reports/orders.csv", "routes/admin/orders-csv.ts");
      route("admin/dashboard/receipts/:number.pdf", "routes/admin/money/receipt-pdf.ts");
      route("admin/dashboard/credit-notes/:number.pdf", "routes/admin/money/receipt-pdf.ts", {
        id: "routes/admin/money/credit-note-pdf",
      });
      route("admin/dashboard/groups/:id/quote.pdf", "routes/admin/groups/pdf.ts");
      route("admin/dashboard/invoices/:number.pdf", "routes/admin/groups/pdf.ts", {
        id: "routes/admin/groups/invoice-pdf",
      });
      route("admin/dashboard/takings.csv", "routes/admin/money/takings-csv.ts");
      route("admin/dashboard/shifts.csv", "routes/admin/shifts/csv.ts");
      route("admin/dashboard/reconcile.csv", "routes/admin/money/reconcile-csv.ts");
      route("admin/dashboard/privacy/person.json", "routes/admin/person-json.ts");

      route("api/v1/admin/login", "routes/api/v1/admin/login.ts");
      route("api/v1/admin/logout", "routes/api/v1/admin/logout.ts");
      route("api/v1/admin/refresh", "routes/api/v1/admin/refresh.ts");
      route("api/v1/admin/refresh-token", "routes/api/v1/admin/refresh.ts", {
        id: "routes/api/v1/admin/refresh-token",
      });
      route("api/v1/admin/current-user", "routes/api/v1/admin/current-user.ts");
      route("api/v1/admin/update-account", "routes/api/v1/admin/update-account.ts");
      route("api/v1/admin/change-password", "routes/api/v1/admin/change-password.ts");
      route("api/v1/admin/register", "routes/api/v1/admin/register.ts");
      route("api/v1/admin/admins", "routes/api/v1/admin/admins.ts");
      route("api/v1/admin/admins/:id", "routes/api/v1/admin/admin.ts");
      route("api/v1/animal", "routes/api/v1/animal/index.ts");
      route("api/v1/animal/:id", "routes/api/v1/animal/item.ts");
      route("api/v1/message", "routes/api/v1/message/index.ts");
      route("api/v1/message/:id", "routes/api/v1/message/item.ts");
      route("api/v1/message/:id/read", "routes/api/v1/message/read.ts");
      route("api/v1/message/:id/archive", "routes/api/v1/message/archive.ts");
      route("api/v1/order", "routes/api/v1/order/index.ts");
      route("api/v1/order/table", "routes/api/v1/order/table.ts");
      route("api/v1/order/prices", "routes/api/v1/order/prices.ts");
      route("api/v1/order/availability", "routes/api/v1/order/availability.ts");
      route("api/v1/order/verify", "routes/api/v1/order/verify.ts");
      route("api/v1/order/check-in", "routes/api/v1/order/check-in.ts");
      route("api/v1/order/:id", "routes/api/v1/order/item.ts");
      route("api/v1/order/:id/status", "routes/api/v1/order/status.ts");
      route("api/v1/payment", "routes/api/v1/payment/index.ts");
      route("api/v1/payment/takings", "routes/api/v1/payment/takings.ts");
      route("api/v1/order/:id/payments", "routes/api/v1/order/payments.ts");
      route("api/v1/order/:id/refunds", "routes/api/v1/order/refunds.ts");
      route("api/v1/openapi.json", "routes/api/v1/openapi.ts");
      route("api/v1/*", "routes/api/v1/not-found.ts");
    });
  },
};
