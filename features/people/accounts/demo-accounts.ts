/** Public, so in production no admin account has it unless DEMO=public offers it to anyone. */
export const DEMO_PASSWORD = 'letterlend-demo'

/** The accounts of the demo community that anyone may log in with. */
export const DEMO_PEOPLE = {
  demo: { email: 'demo@letterlend.example', firstname: 'Selma', lastname: 'Widmer' },
  borrower: { email: 'borrower@letterlend.example', firstname: 'Noé', lastname: 'Favre' },
  admin: { email: 'admin@letterlend.example', firstname: 'Barbara', lastname: 'Zbinden' },
} as const
