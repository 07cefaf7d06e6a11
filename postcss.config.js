import tailwind from "@tailwindcss/postcss";

/**
 * A font that comes late is used from the next page on, so that text never jumps. The three files that a
 * first view needs are preloaded.
 * @type {import("postcss").Plugin}
 */
const fontsNeverShift = {
  postcssPlugin: "fonts-never-shift",
  Declaration: {
    "font-display": (declaration) => {
      declaration.value = "optional";
    },
  },
};

export default { plugins: [tailwind(), fontsNeverShift] };
