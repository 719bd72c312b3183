export {
  useConfirmEmail,
  useDeleteAccount,
  useDownloadData,
  useLookAtLink,
  useResendConfirmation,
  useSendLoginLink,
  useSendOwnLoginLink,
  useUpdateAccount,
} from './accounts.ts'
export { useMay } from './may.ts'
export {
  forgetSession,
  logIn,
  noteWayIn,
  reloadUser,
  type Session,
  saveLanguage,
  USERINFO_KEY,
  type User,
  useSession,
  useWhileLoggedIn,
} from './session.ts'
