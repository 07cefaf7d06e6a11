export const PHONE = "+91 80 5550 0142";
export const EMAIL = "hello@zooverse.example";
export const ADDRESS = {
  street: "Lake Road",
  city: "Bengaluru",
  postcode: "560001",
  country: "IN",
};
export const ADDRESS_LINE = `Zoo Verse, ${ADDRESS.street}, ${ADDRESS.city} ${ADDRESS.postcode}`;

export const phoneHref = `tel:${PHONE.replaceAll(" ", "")}`;
export const emailHref = `mailto:${EMAIL}`;

export const LEGAL_PAGES_UPDATED_AT = { text: "August 21, 2025", day: "2025-08-21" };
