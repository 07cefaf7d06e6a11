/** HTML that the server has rendered from Markdown, in which raw HTML is text. */
export const RenderedHtml = ({ html, className }: { html: string; className?: string }) => (
  <div
    className={`grid gap-4 [&_a]:underline [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 ${className ?? ""}`}
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
