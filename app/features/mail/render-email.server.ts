import type { EmailContent, Part } from "./email.types";
import { openingText } from "~/features/slots/opening-hours.server";
import { addressLine, legalLine } from "~/features/zoo/zoo-profile";
import { publicZoo, zooProfile } from "~/features/zoo/zoo-profile.server";
import { mailOrigin } from "~/lib/http/urls.server";

/** Email clients support inline styles only. */

const footer = () => [
  "A question? Just reply to this email.",
  addressLine(zooProfile()),
  ...[zooProfile().phone, legalLine(zooProfile())].filter(Boolean),
  `Open ${openingText()}`,
];

export const toText = ({ heading, parts }: EmailContent) =>
  [heading, ...parts.map(partAsText), `-- \n${footer().join("\n")}`].join("\n\n") + "\n";

function partAsText(part: Part): string {
  if ("text" in part) return part.text;
  if ("aside" in part) return part.aside;
  if ("button" in part) return `${part.button.label}:\n${part.button.href}`;
  if ("facts" in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  return part.links
    .map(({ label, href, note }) => `${label}${note ? `, ${note}` : ""}:\n${href}`)
    .join("\n\n");
}

/** Mail programs do not show every image, so the name stands for it. */
function logoOrName() {
  const { name } = zooProfile();
  const { logoUrl } = publicZoo();
  if (!logoUrl) return escapeHtml(name);
  return `<img src="${mailOrigin}${logoUrl}" height="36" alt="${escapeHtml(name)}" style="border:0">`;
}

const GREEN = "#17603a";
const INK = "#1d2a22";
const MUTED = "#55645b";
const FONT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";

export const toHtml = ({ subject, heading, parts }: EmailContent) => `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme: dark) { .sheet, body { background: #16201a !important } .ink { color: #eef3ef !important } .quiet { color: #b4c2b9 !important } .link { color: #8fd6ab !important } .foot { border-color: #294034 !important } }</style>
</head>
<body style="margin:0;padding:0;background:#f6f4ee">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;${FONT}">
<p class="link" style="margin:0 0 24px;font-size:18px;font-weight:700;color:${GREEN}">${logoOrName()}</p>
<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.2;color:${INK}">${escapeHtml(heading)}</h1>
${parts.map(partAsHtml).join("\n")}
<div class="foot" style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #cfd8d2">${footer().map(small).join("\n")}</div>
</div>
</body>
</html>
`;

function partAsHtml(part: Part): string {
  if ("text" in part) return paragraph(escapeHtml(part.text));
  if ("aside" in part) return small(part.aside);
  if ("button" in part) return `<p style="margin:20px 0">${button(part.button)}</p>`;
  if ("facts" in part) {
    const rows = part.facts.map(
      ([name, value]) =>
        `<tr><th class="quiet" scope="row" style="padding:4px 20px 4px 0;text-align:left;vertical-align:top;font-weight:400;color:${MUTED}">${escapeHtml(name)}</th><td class="ink" style="padding:4px 0;color:${INK}">${escapeHtml(value)}</td></tr>`,
    );
    return `<table style="margin:20px 0;border-collapse:collapse;font-size:16px;line-height:1.4">${rows.join("")}</table>`;
  }
  return part.links
    .map(({ note, ...to }) => paragraph(link(to) + (note ? `<br>${escapeHtml(note)}` : "")))
    .join("\n");
}

const paragraph = (html: string) =>
  `<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:1.5;color:${INK}">${html}</p>`;

const small = (text: string) =>
  `<p class="quiet" style="margin:0 0 6px;font-size:14px;line-height:1.5;color:${MUTED}">${escapeHtml(text)}</p>`;

const button = ({ label, href }: { label: string; href: string }) =>
  `<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 24px;border-radius:999px;background:${GREEN};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;

const link = ({ label, href }: { label: string; href: string }) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${GREEN}">${escapeHtml(label)}</a>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
