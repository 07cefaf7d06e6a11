import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import { authorize, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { createId, isUlid } from "~/lib/ids.server";
import { readQuery } from "~/lib/http/read-body.server";
import { inTurn, readState, writeState, type ImportState } from "./import-files.server";
import { baseName, fileKey, isSystemFile, PART_BYTES } from "./import.rules";
import { writePart } from "./store-file.server";
import { beginUpload, undoUpload } from "./uploads.server";

/**
 * A form with files, which goes to disk while it arrives. What is too much is read to its end, as browsers show an
 * answer only then. Returns the id of the upload. Throws `invalid`, `too_large`, `conflict`.
 */
export async function receiveForm(request: Request, staff: Staff): Promise<string> {
  authorize(staff, "animals.upload");
  return inTurn(staff.id, async () => {
    const state = await beginUpload(staff, createId(), "keep" in readQuery(request)).catch(
      (error: unknown) => afterBody(request, error),
    );
    await storeFiles(request, state).catch((error: unknown) => undoUpload(state, error));
    await writeState(state);
    return state.id;
  });
}

async function afterBody({ body }: Request, error: unknown): Promise<never> {
  await body?.pipeTo(new WritableStream());
  throw error;
}

async function storeFiles(request: Request, state: ImportState) {
  const keys = new Set<string>();
  let problem: DomainError | undefined;
  const store = async (name: string, data: AsyncIterable<Uint8Array>) => {
    if (problem || !name || isSystemFile(name)) return;
    if (keys.has(fileKey(name))) throw invalid(`Two files are called ${baseName(name)}.`);
    keys.add(fileKey(name));
    await writePart(state, name, 0, data);
  };
  await parseMultipart(request, async ({ filename, data }) => {
    try {
      if (filename !== undefined) await store(filename, data);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problem = error;
    }
    for await (const _ of data) continue;
    return undefined;
  }).catch((error: unknown) => {
    if (error instanceof Error && "syscall" in error) throw error; // of the disk
    throw invalid("The files could not be read. Rename those with ; = or quotes in their names.");
  });
  if (problem) throw invalid(problem.message);
  if (keys.size === 0) throw invalid("Choose a CSV, or a zip with one.");
}

/**
 * A part of a file, as script sends it: `?upload=…&name=…&offset=…`. The first part of a new upload begins it; one that
 * is invalid or too large ends it. Throws `conflict` for an upload that another has replaced.
 */
export async function receivePart(request: Request, staff: Staff) {
  authorize(staff, "animals.upload");
  const { upload = "", name = "", offset = "0", first, keep } = readQuery(request);
  if (!isUlid(upload) || !/^\d{1,10}$/.test(offset) || !name) throw invalid("Malformed upload");
  return inTurn(staff.id, async () => {
    const state =
      first !== undefined
        ? await beginUpload(staff, upload, keep !== undefined)
        : await readState(staff.id);
    if (state?.id !== upload || state.status !== "uploading")
      throw new DomainError("conflict", "Another upload has begun in another window.");
    const size = await writePart(state, name, Number(offset), atMost(PART_BYTES, request))
      .finally(() => writeState(state))
      .catch((error: unknown) => {
        if (error instanceof DomainError) return undoUpload(state, error);
        throw error; // the connection was lost, and the part may be sent again
      });
    return { size };
  });
}

/** The bytes of each file that is here. */
export async function receivedSoFar(staff: Staff) {
  authorize(staff, "animals.upload");
  const { files = {} } = (await readState(staff.id)) ?? {};
  return { files };
}

async function* atMost(limit: number, { body }: Request) {
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) throw new DomainError("too_large", "The part is too large");
    yield part.value;
  }
}

const invalid = (message: string) =>
  new DomainError("invalid", message, [{ path: "files", message }]);
