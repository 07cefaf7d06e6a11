const MODULES = /(<script[^>]* type="module" async="">)([\s\S]*?)(?=<\/script>)/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");/gm;

/**
 * Lets the page's scripts load once the page has, and is painted, so that they do not compete with what a visitor sees:
 * its pictures and fonts. The elements stay where React expects them.
 */
export const deferScripts = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="deferred"')
    .replace(MODULES, (_, tag: string, code: string) => {
      const body = code.replace(IMPORT, (__, name: string | undefined, url: string) =>
        name ? `const ${name} = await import(${url});` : `await import(${url});`,
      );
      return `${tag}const start = async () => {
for (const link of document.querySelectorAll("link[rel=deferred]")) link.rel = "modulepreload";
${body}};
const afterPaint = () => requestAnimationFrame(() => setTimeout(start));
document.readyState === "complete" ? afterPaint() : addEventListener("load", afterPaint);`;
    });
