/** Address labels on a sheet of A4, as the shops sell them: three columns of seven. */
export const LABELS_PER_SHEET = 21
