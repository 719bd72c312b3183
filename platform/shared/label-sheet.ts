/** Address labels on an A4 sheet as sold in shops: three columns of seven. */
export const LABELS_PER_SHEET = 21
