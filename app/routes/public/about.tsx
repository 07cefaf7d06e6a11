import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowRight } from "lucide-react";
import { photoCredits } from "~/features/animals/stock-photos.server";
import spoonbills from "~/images/spoonbills-1280.webp";
import { PhotoCredits } from "~/features/animals/components/photo-credits";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { pageMeta } from "~/features/site/components/seo";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "About Zoo Verse",
    description:
      "A zoo in Bengaluru that starts with what its animals need: how we keep them, what we work for, and who took our photographs.",
    path: "/about",
  });

export const loader = () => json({ credits: photoCredits() });

export default function AboutPage() {
  const { credits } = useLoaderData<typeof loader>();
  return (
    <>
      <Story />
      <Figures />
      <Mission />
      <div className="wrap pb-[clamp(3rem,2rem+4vw,5.5rem)]">
        <PhotoCredits credits={credits} />
      </div>
    </>
  );
}

function Story() {
  return (
    <div className="wrap section grid items-center gap-8 lg:grid-cols-[7fr_5fr] lg:gap-14">
      <div>
        <p className="text-badge font-semibold tracking-[0.06em] text-marigold-text uppercase">
          Our story
        </p>
        <h1 className="mt-3 text-display">About Zoo Verse</h1>
        <p className="mt-4 max-w-[36rem] text-lead text-ink-2">
          We are a zoo on Lake Road in Bengaluru, built on one idea: an animal that is at home is an
          animal worth meeting.
        </p>
        <div className="mt-5 grid max-w-[38rem] gap-4">
          <p>
            Each habitat is planned from the animal outwards. A red panda gets high branches and
            cool shade, a meerkat gets sand that is deep enough to dig in, a spoonbill gets water
            that is shallow enough to wade through. If you have to look twice before you find
            someone, the place is doing its work.
          </p>
          <p>
            People get room too. Visits begin in three slots a day, morning, afternoon and evening,
            so the trails stay calm and there is time to stand still.
          </p>
        </div>
      </div>
      <img
        src={spoonbills}
        alt="Two spoonbills wading, one bowing low before the other"
        width={1280}
        height={720}
        className="w-full rounded-photo bg-sunken object-cover object-[33%] lg:aspect-[3/2]"
      />
    </div>
  );
}

const FIGURES = [
  { figure: "200+", of: "animals" },
  { figure: "50+", of: "species" },
  { figure: "25k", of: "annual visitors" },
  { figure: "15", of: "conservation projects" },
];

function Figures() {
  return (
    <section aria-label="Zoo Verse in figures" className="forest">
      <ul className="wrap grid grid-cols-2 gap-x-6 gap-y-8 py-12 lg:grid-cols-4 lg:py-16">
        {FIGURES.map(({ figure, of }) => (
          <li key={of}>
            <span className="block text-[3rem] leading-[1.1] font-bold">{figure}</span>{" "}
            <span className="text-on-forest-2">{of}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mission() {
  return (
    <section className="wrap section">
      <h2 className="text-title">Our mission</h2>
      <div className="mt-5 grid gap-5 md:grid-cols-2 md:gap-14">
        <p>
          We look after animals so that people come to care about the places they come from. Keeping
          them well comes first: space, shade, quiet, and keepers who know every resident by habit
          as well as by name. An animal that wants to be left alone is left alone.
        </p>
        <p>
          Our 15 conservation projects carry that care beyond the gate. At home we do the patient
          part of the work: we explain what there is to see, answer whatever a child can think of to
          ask, and send people back out curious about the wild places around them.
        </p>
      </div>
      <ButtonLink to="/animals" variant="secondary" className="mt-8">
        Meet the animals <Icon icon={ArrowRight} size={18} />
      </ButtonLink>
    </section>
  );
}
