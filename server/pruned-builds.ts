import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

type Tree = Parameters<typeof matchRoutes>[0];

/**
 * A build for each leaf route, with only the routes that lead to it. Upstream defect: Remix 2 flattens and ranks its
 * complete route table several times for each request, which takes 0.7 ms with the routes of this site.
 */
export function createPrunedBuilds(build: ServerBuild) {
  const tree = routeTree(build.routes);
  const builds = new Map<string, ServerBuild>();
  const leaves = new LRUCache<string, string[]>({ max: 2_000, memoMethod: idsFor });

  /** The ids of the routes that match a path, the leaf last; none for an unknown path. */
  function idsFor(path: string) {
    return matchRoutes(tree, path)?.map(({ route }) => route.id ?? "") ?? [];
  }

  /** As Remix parses the path of a request. */
  const routesFor = (url: string) => leaves.memo(new URL(`http://zoo.invalid${url}`).pathname);
  const leafFor = (url: string) => routesFor(url).at(-1);

  function buildFor(url: string) {
    const ids = routesFor(url);
    const leaf = ids.at(-1);
    if (!leaf) return build;
    const pruned = builds.get(leaf) ?? prune(ids);
    builds.set(leaf, pruned);
    return pruned;
  }

  function prune(ids: string[]): ServerBuild {
    const pick = <Of>(from: Record<string, Of>) =>
      Object.fromEntries(Object.entries(from).filter(([id]) => ids.includes(id)));
    const assets = { ...build.assets, routes: pick(build.assets.routes) };
    return { ...build, routes: pick(build.routes), assets };
  }

  return { leafFor, buildFor };
}

function routeTree(routes: ServerBuild["routes"], parent?: string): Tree {
  return Object.values(routes).flatMap((route) => {
    if (route?.parentId !== parent) return [];
    const { id, path, index } = route;
    return index ? { id, path, index } : { id, path, children: routeTree(routes, id) };
  });
}
