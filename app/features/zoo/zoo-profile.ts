/** What the zoo is called and where it is; the rules of its owner's screen. */
export type ZooProfile = {
  name: string;
  /** Under the icon of the installed site. */
  shortName: string;
  legalName: string;
  taxNumber: string;
  /** The rate that prices contain, for receipts; 0: no tax line. */
  taxPercent: number;
  street: string;
  city: string;
  postcode: string;
  country: string;
  mapUrl: string;
  phone: string;
  /** Also the Reply-To of mails. */
  email: string;
  links: string[];
  /** Ids of uploaded images; blank: those of a new zoo. */
  logo: string;
  hero: string;
  /** What the uploaded photograph shows. */
  heroAlt: string;
};

export type ZooImage = "logo" | "hero";

/** The name of its file in the form. */
export const imageField = (which: ZooImage) => `${which}-file`;

/** Of a new database, as the specification has it. */
export const DEFAULT_PROFILE: ZooProfile = {
  name: "Zoo Verse",
  shortName: "Zoo Verse",
  legalName: "",
  taxNumber: "",
  taxPercent: 0,
  street: "Lake Road",
  city: "Bengaluru",
  postcode: "560001",
  country: "IN",
  mapUrl: "",
  phone: "+91 80 5550 0142",
  email: "hello@zooverse.example",
  links: [],
  logo: "",
  hero: "",
  heroAlt: "",
};

/** What owners write themselves; blank: the text of a new zoo. Several paragraphs are Markdown. */
export type ZooTexts = {
  headline: string;
  lede: string;
  why: { title: string; line: string }[];
  promoHeading: string;
  promoLine: string;
  story: string;
  mission: string;
  figures: { figure: string; of: string }[];
  contact: string;
  privacyTitle: string;
  privacy: string;
  termsTitle: string;
  terms: string;
};

export const NO_TEXTS: ZooTexts = {
  headline: "",
  lede: "",
  why: [],
  promoHeading: "",
  promoLine: "",
  story: "",
  mission: "",
  figures: [],
  contact: "",
  privacyTitle: "",
  privacy: "",
  termsTitle: "",
  terms: "",
};

/** That texts of a new zoo speak of. */
export const DEMO_SLOTS = 3;
export const MAX_LINKS = 5;
export const MAX_TAX_PERCENT = 50;
export const WHY_POINTS = 4;
export const FIGURES = 4;

/** A zoo with a name, place or photograph of its own: texts about the demo zoo's animals and projects are not about it. */
export const isOwnZoo = (zoo: Pick<ZooProfile, "name" | "street" | "city"> & { heroUrl: string }) =>
  zoo.heroUrl !== "" ||
  (["name", "street", "city"] as const).some((field) => zoo[field] !== DEFAULT_PROFILE[field]);

type Address = Pick<ZooProfile, "name" | "street" | "city" | "postcode">;

/** `Zoo Verse, Lake Road, Bengaluru 560001` */
export const addressLine = ({ name, street, city, postcode }: Address) =>
  [name, street, [city, postcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** `Tiger Hill Trust, GSTIN 29ABCDE1234F1Z5`; blank where the zoo has given neither. */
export const legalLine = ({ legalName, taxNumber }: Pick<ZooProfile, "legalName" | "taxNumber">) =>
  [legalName, taxNumber && `GSTIN ${taxNumber}`].filter(Boolean).join(", ");

export const phoneHref = ({ phone }: Pick<ZooProfile, "phone">) =>
  `tel:${phone.replace(/[^+\d]/g, "")}`;

export const emailHref = ({ email }: Pick<ZooProfile, "email">) => `mailto:${email}`;
