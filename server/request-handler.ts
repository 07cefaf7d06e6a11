import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type Handler = (request: Request, context: AppLoadContext) => Promise<Response>;
type Module = ServerBuild["routes"][string]["module"];
type Tree = Parameters<typeof matchRoutes>[0];
type Params = Record<string, string | undefined>;

/** Which routes answer a path, the innermost last; none where nothing matches. */
export type Matched = { ids: string[]; params: Params } | null;

/** Paths whose matches are remembered; the oldest are forgotten. */
const REMEMBERED = 2_000;

/**
 * Remix ranks its whole table of routes for every request, several times for a page. Here the table is asked once
 * for each path, and the request goes to a Remix that knows only the routes that answer it.
 */
export function answersOf(build: ServerBuild) {
  const whole = createRequestHandler(build);
  const few = new Map<string, Handler>();
  const matchesOf = remembering(matcherOf(build.routes));

  function handlerFor({ ids }: NonNullable<Matched>) {
    const leaf = ids.at(-1) ?? "";
    const handler = few.get(leaf) ?? createRequestHandler(only(ids, build));
    few.set(leaf, handler);
    return handler;
  }

  /** By the path as Remix reads it, which may differ from what was typed. */
  function answer(request: Request, context: AppLoadContext) {
    const matched = matchesOf(new URL(request.url).pathname);
    if (!matched) return whole(request, context);
    const module = apiModuleOf(build, matched);
    return module
      ? callApi(module, request, matched.params, context)
      : handlerFor(matched)(request, context);
  }

  return { matchesOf, answer };
}

/** Calls of the API have no page around them, and their modules handle everything themselves, refusals too. */
function apiModuleOf(build: ServerBuild, { ids }: NonNullable<Matched>) {
  const leaf = ids.at(-1) ?? "";
  return leaf.startsWith("routes/api/") ? build.routes[leaf]?.module : undefined;
}

async function callApi(module: Module, request: Request, params: Params, context: AppLoadContext) {
  // Their loader and their action are one function, which looks at the method itself.
  const work = module.loader as (args: object) => Promise<Response>;
  return work({ request, params, context });
}

function matcherOf(routes: ServerBuild["routes"]) {
  const tree = treeOf(routes);
  return (path: string): Matched => {
    const matches = matchRoutes(tree, path);
    if (!matches) return null;
    return {
      ids: matches.map(({ route }) => route.id ?? ""),
      params: matches.at(-1)?.params ?? {},
    };
  };
}

function treeOf(routes: ServerBuild["routes"], parent?: string): Tree {
  return Object.values(routes).flatMap((route) => {
    if (route?.parentId !== parent) return [];
    const { id, path, index } = route;
    return index ? { id, path, index } : { id, path, children: treeOf(routes, id) };
  });
}

function only(ids: string[], build: ServerBuild): ServerBuild {
  const pick = <Of>(from: Record<string, Of>) =>
    Object.fromEntries(Object.entries(from).filter(([id]) => ids.includes(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

function remembering(find: (path: string) => Matched) {
  const known = new Map<string, Matched>();
  return (path: string) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const matched = find(path);
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? "");
    known.set(path, matched);
    return matched;
  };
}
