const MODULES = /(<script[^>]* type="module" async="">)([\s\S]*?)(?=<\/script>)/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");/gm;

/**
 * Lets the page's scripts run once it has loaded, after its pictures and fonts, which a visitor sees; they are fetched
 * before, but last. The elements stay as React expects them.
 */
export const deferScripts = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(MODULES, (_, tag: string, code: string) => {
      const body = code.replace(IMPORT, (__, name: string | undefined, url: string) =>
        name ? `const ${name} = await import(${url});` : `await import(${url});`,
      );
      return `${tag}const start = async () => {${body}};
document.readyState === "complete" ? start() : addEventListener("load", start);`;
    });
