import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/**
 * The dependency rule: routes and http call domain, domain calls db, nothing points back.
 * Of two blocks that match a file the later one replaces the rule of the earlier, so they must not overlap.
 * One does on purpose: transaction.server.ts is let off a rule that the rest of the domain keeps.
 */
const never = (files, ...rules) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [UP, ...rules].map(([group, message, importNames]) => ({
          group,
          message,
          ...(importNames && { importNames }),
        })),
      },
    ],
  },
});

const UP = [["../../*"], "Cross a layer by ~/ or db/, where this rule can see it."];
const DB = [["db/*", "drizzle-orm", "drizzle-orm/*"], "Only the domain talks to the database."];
const ZOD = ["zod", "**/*.schema", "**/parse"];
const SCHEMA = [ZOD, "Schemas bring zod along; what screens need is in a .rules file."];
const SERVER = [["**/*.server", "~/http/**"], "This file also runs in the browser."];
const ROUTES = [["~/routes/**"], "Routes are not imported; move what is shared down a layer."];
const WEB = [["@remix-run/*", "react", "~/http/**", "~/ui/**"], "The domain knows no web."];
const UI = [["~/ui/**", "react"], "HTTP draws nothing."];
const WRITES = [
  ["db/transaction.server"],
  "Domain functions write by transaction.server, which has words for a disk that fails.",
  ["inTransaction", "inGroup"],
];
const APP = [["~/**"], "The database knows no application."];

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
      "app/http/log.server.ts",
      "db/say.server.ts",
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
  never(["app/routes/**", "app/{root,entry.*}.tsx"], DB, ROUTES),
  never(["app/http/**"], DB, ROUTES, UI),
  never(["app/ui/**"], DB, ROUTES, SERVER, SCHEMA),
  never(["app/domain/**/*.server.ts"], WEB, ROUTES, WRITES),
  never(["app/domain/transaction.server.ts"], WEB, ROUTES), // the one place where the domain writes
  never(["app/domain/**/!(*.server).ts"], WEB, ROUTES, DB, SERVER),
  never(["db/**"], APP),
);
