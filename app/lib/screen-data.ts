import type { SerializeFrom } from "@remix-run/node";

/** The data of a screen: the JSON of its view function, without the HTTP status. */
export type ScreenData<View extends (...args: never[]) => unknown> = SerializeFrom<
  Omit<Awaited<ReturnType<View>>, "httpStatus">
>;
