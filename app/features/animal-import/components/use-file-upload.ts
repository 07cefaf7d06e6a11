import { useSubmit } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { prepareImage } from "~/features/images/components/prepare-image";
import { MAX_BYTES } from "~/features/images/image.rules";
import {
  IMPORT_PATH,
  baseName,
  fileKey,
  isCsv,
  isSystemFile,
  isZip,
  MAX_TOTAL_BYTES,
  MAX_TOTAL_TEXT,
  PART_BYTES,
} from "../import.rules";

const TRIES = 3;

/** Sends files one by one, in parts that arrive before a request times out; large photographs are made smaller first. */
export function useFileUpload(upload: string, isAddition: boolean) {
  const submit = useSubmit();
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();

  async function sendAll(files: File[]) {
    setProblem(undefined);
    for (const [index, file] of files.entries()) {
      setProgress(`Sending ${index + 1} of ${files.length}: ${baseName(file.name)}`);
      const failure = await sendFile(file, { upload, isAddition, isFirst: index === 0 });
      if (failure) {
        setProgress(null);
        return setProblem(failure);
      }
    }
    setProgress("Reading the files…");
    submit({ intent: "check", upload }, { method: "post", action: `${IMPORT_PATH}#errors` });
    setProgress(null);
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (progress !== null) return;
    const files = chosenFiles(event.currentTarget);
    const wrong = problemOf(files);
    if (wrong) return setProblem(wrong);
    void sendAll(files);
  }

  return { progress, problem, send };
}

const chosenFiles = (form: HTMLFormElement) =>
  [...form.elements]
    .flatMap((control) => (control instanceof HTMLInputElement ? [...(control.files ?? [])] : []))
    .filter((file) => !isSystemFile(file.webkitRelativePath || file.name));

function problemOf(files: File[]) {
  if (files.length === 0) return "Choose a CSV, or a zip with one.";
  if (files.some((file) => isZip(file.name) && file.size > MAX_TOTAL_BYTES))
    return `The zip is larger than ${MAX_TOTAL_TEXT}. Import the animals in several parts.`;
  const keys = files.map(({ name }) => fileKey(name));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  return twice && `Two files are called ${twice}.`;
}

type Options = { upload: string; isAddition: boolean; isFirst: boolean };

/** Returns what is wrong. */
async function sendFile(file: File, { upload, isAddition, isFirst }: Options) {
  const isPhoto = !isCsv(file.name) && !isZip(file.name);
  const { smaller } = isPhoto && file.size > MAX_BYTES ? await prepareImage(file) : {};
  const body = smaller ?? file;
  for (let offset = 0; offset === 0 || offset < body.size; offset += PART_BYTES) {
    const query = new URLSearchParams({ upload, name: file.name, offset: String(offset) });
    if (isFirst && offset === 0) query.set("first", "");
    if (isAddition) query.set("keep", "");
    const failure = await sendPart(query, body.slice(offset, offset + PART_BYTES));
    if (failure) return failure;
  }
  return undefined;
}

async function sendPart(query: URLSearchParams, body: Blob) {
  for (let tried = 1; ; tried += 1) {
    try {
      const response = await fetch(`${IMPORT_PATH}/part?${query}`, { method: "POST", body });
      if (response.ok && !response.redirected) return undefined;
      const answer = (await response.json().catch(() => ({}))) as { message?: string };
      if (response.status < 500 || tried === TRIES)
        return (
          answer.message ?? "You were signed out. Sign in again in another window, then retry."
        );
    } catch {
      if (tried === TRIES) return "No connection: the upload has stopped. Press the button again.";
    }
    await new Promise((resolve) => setTimeout(resolve, tried * 1_000));
  }
}
