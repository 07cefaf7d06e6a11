import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

/** The layers, told by a file's suffix; where two blocks match a file, the later one counts. */
const layer = (files, ...rules) => ({
  files,
  rules: {
    "@typescript-eslint/no-restricted-imports": [
      "error",
      {
        patterns: [PARENT, ...rules].map(([group, message, allowTypeImports = false]) => ({
          group,
          message,
          allowTypeImports,
        })),
      },
    ],
  },
});

const PARENT = [["../../*"], "Import across folders with ~/ or db/, which this rule checks."];
const DB = [
  ["db/*", "drizzle-orm", "drizzle-orm/*"],
  "Only *.server.ts files query the database.",
  true,
];
const ZOD = [
  ["zod", "**/*.schema", "**/parse-input"],
  "Browser code must not load zod; use a rules file.",
];
const SERVER = [["**/*.server"], "This file also runs in the browser: import only types.", true];
const OWN_ROWS = ["!**/slots.server", "!**/tariff.server", "!**/promo-codes.server"];
const SCHEMA = [
  ["**/*.server", ...OWN_ROWS],
  "A schema reads nothing but the zoo's slots and tariff.",
  true,
];
const ROUTES = [["~/routes/**"], "Routes are not imported; move shared code to a feature."];
const WEB = [
  ["@remix-run/*", "react", "**/*.http.server", "**/*.actions.server", "**/components/**"],
  "Commands and queries must not import Remix or React, or the files that do.",
];
const VIEW = [
  ["react", "~/components/**", "**/components/*"],
  "Server code renders no components.",
  true,
];
const FEATURES = [["~/features/**", "~/api/**"], "app/lib must not depend on a feature."];
const APP = [["~/**"], "The database layer must not import the application."];
const RAW_WRITES = [
  ["db/transaction.server"],
  "Use ~/lib/write-transaction.server, which maps disk errors.",
];

/** Words of this project's former dialect, which standard terms replace; texts that people read may have them. */
const DIALECT = [
  "refuse",
  "refused",
  "refuses",
  "kept",
  "told",
  "drawn",
  "trouble",
  "forget",
  "whole",
  "picture",
];
const DIALECT_NAME =
  "/(^|[a-z0-9_](?=[A-Z])|_)([Rr]efus(e[sd]?|als?)|[Aa]sked|[Kk]ept|[Tt]old|[Dd]rawn|[Tt]roubles?|[Ff]orget|[Nn]obodys?)([A-Z_0-9]|$)/";

export default tseslint.config(
  { ignores: ["build", "public/build", "node_modules", "dist", "test-results"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      // Taken out of a row only to be left out of the rest.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { varsIgnorePattern: "^_+$", argsIgnorePattern: "^_+$" },
      ],
      "@typescript-eslint/no-non-null-assertion": "error",
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: [
      "app/lib/http/logger.server.ts",
      "db/print.server.ts",
      "scripts/**",
      "server/**",
      "tests/faults/run.ts",
      "tests/bench/**",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["tests/**"],
    rules: {
      // A test reads what it expects to be there.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-explicit-any": "off",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "db/**/*.ts", "server/**/*.ts"],
    plugins: { regexp },
    rules: {
      // Their time grows with the square of the text's length, or worse.
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": "error",
    },
  },
  {
    files: ["{app,db,server,scripts}/**/*.{ts,tsx,mjs}"],
    rules: {
      "no-warning-comments": ["error", { terms: DIALECT, location: "anywhere" }],
      "no-restricted-syntax": [
        "error",
        {
          selector: `:matches(VariableDeclarator, FunctionDeclaration, TSTypeAliasDeclaration) > Identifier.id[name=${DIALECT_NAME}]`,
          message: "Use the field's standard term.",
        },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["app/**/*.tsx"],
    ...jsxA11y.flatConfigs.recommended,
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      "jsx-a11y/no-redundant-roles": ["error", { table: ["table"], tr: ["row"], td: ["cell"] }],
    },
  },
  layer(["app/{features,api}/**/!(*.server).ts"], WEB, ROUTES, DB, SERVER),
  layer(["app/{features,api}/**/*.schema.ts"], WEB, ROUTES, DB, SCHEMA),
  layer(["app/features/**/!(*.presenter|*.actions|*.http).server.ts"], WEB, ROUTES, RAW_WRITES),
  layer(["app/features/startup/startup.server.ts"], WEB, ROUTES), // closes the database
  layer(
    ["app/features/**/*.{presenter,actions,http}.server.ts", "app/api/**/*.server.ts"],
    DB,
    ROUTES,
    VIEW,
  ),
  layer(
    ["app/{components,features,api}/**/*.tsx", "app/**/components/**/*.ts"],
    DB,
    ROUTES,
    SERVER,
    ZOD,
  ),
  layer(["app/routes/**", "app/{root,entry.*}.tsx"], DB, ROUTES),
  layer(["app/lib/*.ts"], ROUTES, VIEW, FEATURES),
  layer(["app/lib/time-zone.server.ts"], ROUTES, VIEW),
  layer(["app/lib/http/**"], DB, ROUTES, VIEW),
  layer(["db/**"], APP),
);
