import { createDemoZoo } from "~/features/startup/demo-zoo.server";

export async function demo(folder: string, program: string) {
  for (const line of await createDemoZoo(folder)) console.log(line);
  const quoted = `'${folder.replaceAll("'", "'\\''")}'`;
  console.log(`To look around: DATA_DIR=${quoted} ${program} serve`);
}
