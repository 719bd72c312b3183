export { accountDraft, accountDraftName, draftOfAccount } from './account-draft.ts'
export { AccountForm } from './account-form.tsx'
export { AccountStep } from './account-step.tsx'
export { OnlyBorrow } from './only-borrow.tsx'
export { RegistrationProgress } from './registration-progress.tsx'
export {
  admitStep,
  EMPTY_DRAFT,
  parseStep,
  REGISTRATION_DRAFT,
  type RegistrationDraft,
  registrationDraft,
  type Step,
} from './registration-state.ts'
export { useSendRegistration } from './use-send-registration.ts'
