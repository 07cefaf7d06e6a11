import { ErrorSummary } from "~/components/form/error-summary";
import type { FormError } from "~/components/form/form-state";
import { useRootData } from "~/components/hooks/use-root-data";
import { PageHead } from "~/components/layout/page-head";
import { ButtonLink } from "~/components/ui/button";
import { can } from "~/features/auth/permissions";
import { GATE_DEVICES_PATH } from "~/features/gate-devices/gate-device.rules";
import { CameraPanel } from "./camera-panel";
import { GateConflicts } from "./gate-conflicts";
import { GateStatus } from "./gate-status";
import { GateToday, RecentCheckIns } from "./gate-today";
import type { Gate, ScanResult } from "./gate-types";
import { ScanResultBanner } from "./scan-result-banner";
import { ScanForm } from "./scan-form";
import { useGateDevice } from "./use-gate-device";

type Props = {
  gate: Gate;
  result: ScanResult | null;
  nextKey: string;
  formError: FormError | undefined;
  /** On a gate device. */
  deviceName?: string;
};

export function GateScreen({ gate: loaded, result: first, nextKey, formError, deviceName }: Props) {
  const mayManageDevices = can(useRootData().staff, "gate-devices.manage");
  const { gate, result, connection, waiting, clockOffset, scan, muted, toggleSound } =
    useGateDevice(loaded, first);
  const isAboutCode = formError?.issues.some(({ path }) => path === "code");
  const aboutPeople = result && formError?.issues.find(({ path }) => path === "people");
  return (
    <>
      <div className="grid gap-1">
        <PageHead title={deviceName ?? "Check-in"}>
          {!deviceName && (
            <>
              {mayManageDevices && <HeadLink to={GATE_DEVICES_PATH}>Gate devices</HeadLink>}
              <HeadLink to="/admin/dashboard/gate-list">Gate list to print</HeadLink>
            </>
          )}
        </PageHead>
        <GateStatus
          connection={connection}
          waiting={waiting}
          conflicts={gate.conflictCount}
          clockOffset={clockOffset}
        />
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid grid-cols-1 content-start gap-4">
          {!isAboutCode && !aboutPeople && <ErrorSummary formError={formError} />}
          <ScanForm
            nextKey={nextKey}
            typed={formError?.values.code}
            error={isAboutCode ? formError?.message : undefined}
            onScan={scan}
          />
          <CameraPanel onScan={scan} muted={muted} toggleSound={toggleSound} />
          <ScanResultBanner
            {...{ result, nextKey }}
            onDecide={scan}
            peopleError={aboutPeople?.message}
          />
          <GateConflicts conflicts={gate.conflicts} total={gate.conflictCount} />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <GateToday slots={gate.slots} />
          <RecentCheckIns recent={gate.recent} />
        </div>
      </div>
    </>
  );
}

const HeadLink = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} variant="secondary" size={36} className="max-lg:min-h-11">
    {children}
  </ButtonLink>
);
