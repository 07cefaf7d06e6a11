import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type Handler = (request: Request, context: AppLoadContext) => Promise<Response>;
type Module = ServerBuild["routes"][string]["module"];
type Tree = Parameters<typeof matchRoutes>[0];
type Params = Record<string, string | undefined>;

/** The ids of the routes that match a path, the leaf last; null where none does. */
export type RouteMatch = { ids: string[]; params: Params } | null;

/** Paths whose matches are memoized. */
const MEMO_SIZE = 2_000;

/**
 * Remix ranks its complete route table several times per request. Here each path is matched once, and the request
 * goes to a Remix handler that knows only the matching routes.
 */
export function createRequestHandlers(build: ServerBuild) {
  const handleUnmatched = createRequestHandler(build);
  const handlers = new Map<string, Handler>();
  const matchRoute = memoize(createMatcher(build.routes));

  function handlerFor({ ids }: NonNullable<RouteMatch>) {
    const leaf = ids.at(-1) ?? "";
    const handler = handlers.get(leaf) ?? createRequestHandler(pickMatches(ids, build));
    handlers.set(leaf, handler);
    return handler;
  }

  /** Matches the path as Remix parses it. */
  function respond(request: Request, context: AppLoadContext) {
    const match = matchRoute(new URL(request.url).pathname);
    if (!match) return handleUnmatched(request, context);
    const module = findApiModule(build, match);
    return module
      ? callApiModule(module, request, match.params, context)
      : handlerFor(match)(request, context);
  }

  return { matchRoute, respond };
}

/** API routes render no page, and their modules handle everything themselves, errors included. */
function findApiModule(build: ServerBuild, { ids }: NonNullable<RouteMatch>) {
  const leaf = ids.at(-1) ?? "";
  return leaf.startsWith("routes/api/") ? build.routes[leaf]?.module : undefined;
}

async function callApiModule(
  module: Module,
  request: Request,
  params: Params,
  context: AppLoadContext,
) {
  // Their loader and their action are one function, which dispatches by method.
  const handle = module.loader as (args: object) => Promise<Response>;
  return handle({ request, params, context });
}

function createMatcher(routes: ServerBuild["routes"]) {
  const tree = routeTree(routes);
  return (path: string): RouteMatch => {
    const matches = matchRoutes(tree, path);
    if (!matches) return null;
    return {
      ids: matches.map(({ route }) => route.id ?? ""),
      params: matches.at(-1)?.params ?? {},
    };
  };
}

function routeTree(routes: ServerBuild["routes"], parent?: string): Tree {
  return Object.values(routes).flatMap((route) => {
    if (route?.parentId !== parent) return [];
    const { id, path, index } = route;
    return index ? { id, path, index } : { id, path, children: routeTree(routes, id) };
  });
}

function pickMatches(ids: string[], build: ServerBuild): ServerBuild {
  const pick = <Of>(from: Record<string, Of>) =>
    Object.fromEntries(Object.entries(from).filter(([id]) => ids.includes(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

function memoize(match: (path: string) => RouteMatch) {
  const memo = new Map<string, RouteMatch>();
  return (path: string) => {
    const known = memo.get(path);
    if (known !== undefined) return known;
    const result = match(path);
    if (memo.size >= MEMO_SIZE) memo.delete(memo.keys().next().value ?? "");
    memo.set(path, result);
    return result;
  };
}
