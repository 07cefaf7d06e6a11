import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import ArrowRight from "lucide-react/icons/arrow-right";
import { photoCredits } from "~/features/animals/stock-photos.server";
import spoonbills from "~/images/spoonbills-1280.webp";
import { PhotoCredits } from "~/features/animals/components/photo-credits";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { useRootData, useZoo } from "~/components/hooks/use-root-data";
import { RenderedHtml } from "~/features/site/components/rendered-html";
import { DEMO_SLOTS, isOwnZoo } from "~/features/zoo/zoo-profile";
import { aboutTexts } from "~/features/zoo/zoo-texts.server";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `About ${zooOf(matches).name}`,
    description: `A zoo in ${zooOf(matches).city} that starts with what its animals need: how we keep them, what we work for, and who took our photographs.`,
    path: "/about",
  });

export const loader = () => json({ credits: photoCredits(), texts: aboutTexts() });

export default function AboutPage() {
  const { credits, texts } = useLoaderData<typeof loader>();
  return (
    <>
      <Story html={texts.story} />
      <Figures own={texts.figures} />
      <Mission html={texts.mission} />
      <div className="wrap pb-[clamp(3rem,2rem+4vw,5.5rem)]">
        <PhotoCredits credits={credits} />
      </div>
    </>
  );
}

function Story({ html }: { html: string }) {
  const zoo = useZoo();
  return (
    <div className="wrap section grid items-center gap-8 lg:grid-cols-[7fr_5fr] lg:gap-14">
      <div>
        <p className="text-badge font-semibold tracking-[0.06em] text-marigold-text uppercase">
          Our story
        </p>
        <h1 className="mt-3 text-display">About {zoo.name}</h1>
        <p className="mt-4 max-w-[36rem] text-lead text-ink-2">
          {isOwnZoo(zoo)
            ? `We are a zoo in ${zoo.city}.`
            : "We are a zoo on Lake Road in Bengaluru, built on one idea: an animal that is at home is an animal worth meeting."}
        </p>
        {html ? (
          <RenderedHtml html={html} className="mt-5 max-w-[38rem]" />
        ) : isOwnZoo(zoo) ? null : (
          <DemoStory />
        )}
      </div>
      <Photograph />
    </div>
  );
}

/** Of the zoo's own, or none: the spoonbills are the demo zoo's. */
function Photograph() {
  const zoo = useZoo();
  if (isOwnZoo(zoo) && !zoo.heroUrl) return null;
  return (
    <img
      src={zoo.heroUrl || spoonbills}
      alt={zoo.heroUrl ? zoo.heroAlt : "Two spoonbills wading, one bowing low before the other"}
      width={1280}
      height={720}
      className="w-full rounded-photo bg-sunken object-cover object-[33%] lg:aspect-[3/2]"
    />
  );
}

function DemoStory() {
  const { slots } = useRootData().visit;
  return (
    <div className="mt-5 grid max-w-[38rem] gap-4">
      <p>
        Each habitat is planned from the animal outwards. A red panda gets high branches and cool
        shade, a meerkat gets sand that is deep enough to dig in, a spoonbill gets water that is
        shallow enough to wade through. If you have to look twice before you find someone, the place
        is doing its work.
      </p>
      {slots.length === DEMO_SLOTS && (
        <p>
          People get room too. Visits begin in three slots a day, morning, afternoon and evening, so
          the trails stay calm and there is time to stand still.
        </p>
      )}
    </div>
  );
}

const FIGURES = [
  { figure: "200+", of: "animals" },
  { figure: "50+", of: "species" },
  { figure: "25k", of: "annual visitors" },
  { figure: "15", of: "conservation projects" },
];

type Figure = { figure: string; of: string };

function Figures({ own }: { own: Figure[] }) {
  const zoo = useZoo();
  const figures = own.length > 0 || isOwnZoo(zoo) ? own : FIGURES;
  if (figures.length === 0) return null;
  return (
    <section aria-label={`${zoo.name} in figures`} className="forest">
      <ul className="wrap grid grid-cols-2 gap-x-6 gap-y-8 py-12 lg:grid-cols-4 lg:py-16">
        {figures.map(({ figure, of }) => (
          <li key={of}>
            <span className="block text-[3rem] leading-[1.1] font-bold">{figure}</span>{" "}
            <span className="text-on-forest-2">{of}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mission({ html }: { html: string }) {
  const isOwn = isOwnZoo(useZoo());
  if (!html && isOwn) return null;
  return (
    <section className="wrap section">
      <h2 className="text-title">Our mission</h2>
      {html ? <RenderedHtml html={html} className="mt-5 max-w-[44rem]" /> : <DemoMission />}
      <ButtonLink to="/animals" variant="secondary" className="mt-8">
        Meet the animals <Icon icon={ArrowRight} size={18} />
      </ButtonLink>
    </section>
  );
}

const DemoMission = () => (
  <div className="mt-5 grid gap-5 md:grid-cols-2 md:gap-14">
    <p>
      We look after animals so that people come to care about the places they come from. Keeping
      them well comes first: space, shade, quiet, and keepers who know every resident by habit as
      well as by name. An animal that wants to be left alone is left alone.
    </p>
    <p>
      Our 15 conservation projects carry that care beyond the gate. At home we do the patient part
      of the work: we explain what there is to see, answer whatever a child can think of to ask, and
      send people back out curious about the wild places around them.
    </p>
  </div>
);
