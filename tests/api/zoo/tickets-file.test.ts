import { expect, test } from "vitest";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { saveProfile } from "~/features/zoo/zoo-profile.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";

test("tickets that were printed before have the zoo's new name when they are printed again", async () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const { id } = anOrder();
  updateOrderStatus(owner, id, "paid");
  const titleOf = async () =>
    (await readPdf(await ticketsFile(orderById(id), "http://zoo.test")!.bytes())).pages[0]?.text;

  expect(await titleOf()).toContain("Zoo Verse");
  saveProfile(owner, { name: "Tiger Hill" });
  expect(await titleOf()).toContain("Tiger Hill");
});
