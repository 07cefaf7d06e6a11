export const PHONE_MAX = 10;
/** Leaves room for +91, blanks and brackets, so that the field does not cut a pasted number short. */
export const PHONE_INPUT_MAX = 30;
