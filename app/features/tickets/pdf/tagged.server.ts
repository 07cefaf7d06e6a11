type Pdf = PDFKit.PDFDocument;

/** Structure for screen readers; `figure` is the alternative text. */
type Kind = "H1" | "H2" | "P" | { figure: string };

export function drawTagged(pdf: Pdf, kind: Kind, draw: () => void) {
  const structure =
    typeof kind === "string"
      ? pdf.struct(kind, {}, [draw])
      : pdf.struct("Figure", { alt: kind.figure }, [draw]);
  pdf.addStructure(structure);
}

/** Decoration that screen readers skip. */
export function drawArtifact(pdf: Pdf, draw: () => void) {
  pdf.markContent("Artifact", { type: "Layout" });
  draw();
  pdf.endMarkedContent();
}
