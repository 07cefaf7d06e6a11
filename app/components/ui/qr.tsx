type Props = { path: string; size: number; label: string; className?: string };

/** The white margin in modules, which scanners need. */
const QUIET = 4;

/** Black on white in every theme, because scanners need the contrast. */
export const Qr = ({ path, size, label, className }: Props) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={[-QUIET, -QUIET, size + 2 * QUIET, size + 2 * QUIET].join(" ")}
    shapeRendering="crispEdges"
    className={className}
  >
    <rect x={-QUIET} y={-QUIET} width={size + 2 * QUIET} height={size + 2 * QUIET} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
);
