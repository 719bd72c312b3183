export {
  useConfirmEmail,
  useDeleteAccount,
  useDownloadData,
  useRegister,
  useResendConfirmation,
  useSendLoginLink,
  useSendOwnLoginLink,
  useUpdateAccount,
} from './accounts.ts'
export {
  forgetAccount,
  forgetSession,
  logIn,
  reloadUser,
  type Session,
  saveLanguage,
  USERINFO_KEY,
  useMay,
  useSession,
  useWhileLoggedIn,
} from './session.ts'
