type Pdf = PDFKit.PDFDocument;

/** What a drawing is to those who hear the page: a heading, a paragraph, or a picture in words. */
type Kind = "H1" | "H2" | "P" | { picture: string };

export function spoken(pdf: Pdf, kind: Kind, draw: () => void) {
  const part =
    typeof kind === "string"
      ? pdf.struct(kind, {}, [draw])
      : pdf.struct("Figure", { alt: kind.picture }, [draw]);
  pdf.addStructure(part);
}

/** Lines and decoration, which are left out. */
export function unspoken(pdf: Pdf, draw: () => void) {
  pdf.markContent("Artifact", { type: "Layout" });
  draw();
  pdf.endMarkedContent();
}
