import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { errorForIntent, type FormError } from "~/components/form/form-state";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { inertProps } from "~/components/ui/inert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { RelativeTime } from "~/components/ui/relative-time";
import { CardHead } from "~/components/ui/section";
import { StatusBadge } from "~/components/ui/status-badge";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import { GATE_DEVICES_PATH, MAX_DEVICE_NAME } from "../gate-device.rules";
import type { gateDevicesView } from "../gate-devices.presenter.server";
import { PairingCard } from "./pairing-card";

type View = ScreenData<typeof gateDevicesView>;
type Props = View & { formError: FormError | undefined };

export function GateDevicesScreen({ revoking, ...props }: Props) {
  return (
    <>
      <div className="grid grid-cols-1 gap-6" {...inertProps(revoking !== null)}>
        <Devices {...props} />
      </div>
      {revoking && (
        <ConfirmDialog
          question={`Revoke ${revoking.name}?`}
          detail="Its phone stops checking tickets at once, for good. Scans that wait on it are kept there. To use the phone again, add a device."
          cancel={{ label: "Keep device", to: `${GATE_DEVICES_PATH}#device-${revoking.id}` }}
          confirmLabel="Revoke device"
          action={GATE_DEVICES_PATH}
          fields={{ intent: "revoke", id: revoking.id }}
        />
      )}
    </>
  );
}

function Devices({ devices, revoked, pairing, formError }: Omit<Props, "revoking">) {
  const buildUrl = useCurrentUrl();
  const addError = errorForIntent(formError, "add");
  return (
    <>
      <PageHead
        title="Gate devices"
        description="Phones that can only check tickets, without an account."
      >
        <ButtonLink to="/admin/dashboard/check-in" variant="secondary">
          Back to Check-in
        </ButtonLink>
        <RefreshLink to={buildUrl()} />
      </PageHead>
      {formError && !addError && <ErrorSummary formError={formError} />}
      {pairing && <PairingCard key={pairing.id} {...pairing} />}
      <PostForm
        key={pairing?.id ?? "add"}
        action={GATE_DEVICES_PATH}
        formError={addError}
        aria-labelledby="add-title"
        className="card grid content-start gap-5 p-5 lg:p-6"
      >
        <CardHead id="add-title" title="Add a device">
          Its phone is paired with a QR code, which is shown next.
        </CardHead>
        {addError && <ErrorSummary />}
        <Field
          name="name"
          label="Name"
          hint="Each scan carries it, such as “East gate”."
          required
          maxLength={MAX_DEVICE_NAME}
          autoComplete="off"
        />
        <IntentButton intent="add" className="justify-self-start">
          Add device
        </IntentButton>
      </PostForm>
      <DataTable
        caption={formatCount(devices.length, "gate device")}
        columns={COLUMNS}
        rows={devices}
        idPrefix="device-"
        empty={
          <EmptyState line="Helpers at the gate then need no account.">No gate devices.</EmptyState>
        }
      />
      {revoked.length > 0 && (
        <DataTable caption="Revoked last" columns={REVOKED_COLUMNS} rows={revoked} />
      )}
    </>
  );
}

type Device = View["devices"][number];

const COLUMNS: Column<Device>[] = [
  { label: "Device", primary: true, strong: true, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    label: "Phone",
    cell: ({ isPaired, isWaiting }) =>
      isPaired ? (
        <StatusBadge tone="paid">Paired</StatusBadge>
      ) : (
        <StatusBadge tone="pending">{isWaiting ? "Waits for its phone" : "Not paired"}</StatusBadge>
      ),
  },
  {
    label: "Last seen",
    nowrap: true,
    cell: ({ lastSeen }) => lastSeen && <RelativeTime timestamp={lastSeen} />,
  },
  {
    label: "Actions",
    actions: true,
    cell: ({ id, name }) => (
      <>
        <ButtonLink
          to={`${GATE_DEVICES_PATH}?pair=${id}#pair`}
          variant="ghost"
          size={36}
          aria-label={`Pair a phone as ${name}`}
        >
          Pair
        </ButtonLink>
        <ButtonLink
          to={`${GATE_DEVICES_PATH}?confirm=revoke&id=${id}`}
          variant="danger-ghost"
          size={36}
          preventScrollReset
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </ButtonLink>
      </>
    ),
  },
];

const REVOKED_COLUMNS: Column<View["revoked"][number]>[] = [
  { label: "Device", primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { label: "Revoked", nowrap: true, cell: ({ when }) => <RelativeTime timestamp={when} /> },
];
