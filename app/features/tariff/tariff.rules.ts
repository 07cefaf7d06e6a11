export const MAX_LABEL = 40;
export const MAX_NOTE = 80;
export const MAX_CODE = 30;

export const TARIFF_PATHS = {
  tickets: "/admin/dashboard/zoo/tickets",
  prices: "/admin/dashboard/zoo/prices",
  promos: "/admin/dashboard/zoo/promos",
} as const;
