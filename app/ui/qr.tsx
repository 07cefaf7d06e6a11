type Props = { path: string; size: number; label: string };

/** Black on white in every theme: scanners need it so. */
export const Qr = ({ path, size, label }: Props) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className="size-60 rounded-input bg-white"
  >
    <path d={path} fill="#000" />
  </svg>
);
