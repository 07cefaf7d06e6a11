import { PostForm } from "~/components/form/post-form";
import { IntentButton } from "~/components/form/intent-button";
import { CardHead } from "~/components/ui/section";
import { Qr } from "~/components/ui/qr";
import type { ScreenData } from "~/lib/screen-data";
import { GATE_DEVICES_PATH, PAIRING_MINUTES } from "../gate-device.rules";
import type { gateDevicesView } from "../gate-devices.presenter.server";

type Props = NonNullable<ScreenData<typeof gateDevicesView>["pairing"]>;

/** The link that pairs a phone, as a QR code and as text, or the button that makes one. */
export const PairingCard = ({ id, name, isPaired, link }: Props) => (
  <section
    id="pair"
    aria-labelledby="pair-title"
    className="card grid content-start gap-5 p-5 lg:p-6"
  >
    <CardHead id="pair-title" title={`Pair a phone as ${name}`}>
      {link
        ? `Scan this with the phone’s camera until ${link.until}. It works once.`
        : `A link works for ${PAIRING_MINUTES} minutes, and once.`}
      {isPaired && " The phone that is paired now ends as soon as another takes its place."}
    </CardHead>
    {link && (
      <div className="grid gap-3">
        <Qr
          {...link.qr}
          label={`QR code that pairs a phone as ${name}`}
          className="w-60 max-w-full"
        />
        <p className="text-small break-all text-ink-2">
          Or open this on the phone: <span className="select-all">{link.address}</span>
        </p>
      </div>
    )}
    <PostForm action={GATE_DEVICES_PATH} formError={undefined}>
      <input type="hidden" name="id" value={id} />
      <IntentButton intent="link" variant="secondary">
        {link ? "Make another link" : "Make a link"}
      </IntentButton>
    </PostForm>
  </section>
);
