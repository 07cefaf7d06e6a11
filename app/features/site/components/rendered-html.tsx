/** HTML that the server has rendered from Markdown, in which raw HTML is text. */
export const RenderedHtml = ({ html, className }: { html: string; className?: string }) => (
  <div
    className={`grid gap-4 [&_:is(h3,h4)]:text-heading [&_:is(h5,h6)]:font-semibold [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-4 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 ${className ?? ""}`}
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
