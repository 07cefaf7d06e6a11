import type { SerializeFrom } from "@remix-run/node";

export type ScreenData<View extends (...args: never[]) => unknown> = SerializeFrom<
  Omit<Awaited<ReturnType<View>>, "httpStatus">
>;
