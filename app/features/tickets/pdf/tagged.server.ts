type Pdf = PDFKit.PDFDocument;

/** What a drawing is to those who hear the page: a heading, a paragraph, or an image in words. */
type Kind = "H1" | "H2" | "P" | { figure: string };

export function drawTagged(pdf: Pdf, kind: Kind, draw: () => void) {
  const structure =
    typeof kind === "string"
      ? pdf.struct(kind, {}, [draw])
      : pdf.struct("Figure", { alt: kind.figure }, [draw]);
  pdf.addStructure(structure);
}

/** Lines and decoration, which are left out. */
export function drawArtifact(pdf: Pdf, draw: () => void) {
  pdf.markContent("Artifact", { type: "Layout" });
  draw();
  pdf.endMarkedContent();
}
