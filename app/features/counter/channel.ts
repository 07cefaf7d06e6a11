/** How an order came: by the site, by the API, or at the counter. */
export const CHANNELS = ["web", "api", "counter"] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_LABEL: Record<Channel, string> = {
  web: "Web",
  api: "API",
  counter: "Counter",
};
