import config from "../../../remix.config.js";

type RouteEntry = {
  id: string;
  parentId: string | undefined;
  path: string | undefined;
  index: boolean | undefined;
  file: string;
};

/** remix.config.js as a list: what Remix makes of it, without Remix. */
export function routeTable() {
  const table: RouteEntry[] = [];
  const parents: string[] = [];

  function route(
    path: string,
    file: string,
    optionsOrChildren?: { index?: boolean; id?: string } | (() => void),
    children = typeof optionsOrChildren === "function" ? optionsOrChildren : undefined,
  ) {
    const options = typeof optionsOrChildren === "object" ? optionsOrChildren : {};
    const id = options.id ?? file.replace(/\.tsx?$/, "");
    const parentId = parents.at(-1) ?? "root";
    table.push({ id, parentId, path: path || undefined, index: options.index, file });
    parents.push(id);
    children?.();
    parents.pop();
  }

  void config.routes?.((callback) => {
    callback(route as Parameters<typeof callback>[0]);
    return {};
  });
  return table;
}

/** Every route with its whole address. */
export function addressed() {
  const table = routeTable();
  const pathOf = (id: string): string => {
    const route = table.find((each) => each.id === id);
    if (!route) return "";
    return [pathOf(route.parentId ?? ""), route.path ?? ""].filter(Boolean).join("/");
  };
  return table.map((route) => ({ ...route, path: `/${pathOf(route.id)}`.replace(/:\w+/g, "x") }));
}
