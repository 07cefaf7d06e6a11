import { z } from "zod";

const NEEDED = "Email and password are required";
const typed = z.string(NEEDED).max(1_000, "Invalid credentials");

export const SignIn = z.object({
  email: typed.trim().min(1, NEEDED),
  password: typed.min(1, NEEDED),
});

export type Credentials = z.output<typeof SignIn>;
