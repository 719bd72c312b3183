import { isMapScreen } from '@letterlend/contract/paths.ts'
import { lazy, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { AnnouncementOutlet } from './layout/announcement-outlet.tsx'
import { LoginLink } from './layout/login-link.tsx'
import { RequireLogin } from './layout/require-login.tsx'
import { preloadable } from './preloadable.tsx'

const Mantine = lazy(() => import('../ui/mantine.tsx').then((m) => ({ default: m.Mantine })))
const MapPage = preloadable(() => import('./pages/map-page.tsx').then((m) => m.MapPage))
const InboxPage = lazy(() =>
  import('./pages/inbox-page.tsx').then((m) => ({ default: m.InboxPage })),
)
const LoginPage = lazy(() =>
  import('./pages/login-page.tsx').then((m) => ({ default: m.LoginPage })),
)
const LogoutPage = lazy(() =>
  import('./pages/logout-page.tsx').then((m) => ({ default: m.LogoutPage })),
)
const RegisterPage = lazy(() =>
  import('./pages/register-page.tsx').then((m) => ({ default: m.RegisterPage })),
)
const ForgotPasswordPage = lazy(() =>
  import('./pages/forgot-password-page.tsx').then((m) => ({ default: m.ForgotPasswordPage })),
)
const ResetPasswordPage = lazy(() =>
  import('./pages/reset-password-page.tsx').then((m) => ({ default: m.ResetPasswordPage })),
)
const ConfirmEmailPage = lazy(() =>
  import('./pages/confirm-email-page.tsx').then((m) => ({ default: m.ConfirmEmailPage })),
)
const SetPasswordPage = lazy(() =>
  import('./pages/set-password-page.tsx').then((m) => ({ default: m.SetPasswordPage })),
)
const ProfilePage = lazy(() =>
  import('./pages/profile-page.tsx').then((m) => ({ default: m.ProfilePage })),
)
const UpdateAccountPage = lazy(() =>
  import('./pages/update-account-page.tsx').then((m) => ({ default: m.UpdateAccountPage })),
)
const SecurityPage = lazy(() =>
  import('./pages/security-page.tsx').then((m) => ({ default: m.SecurityPage })),
)
const DeleteAccountPage = lazy(() =>
  import('./pages/delete-account-page.tsx').then((m) => ({ default: m.DeleteAccountPage })),
)
const UserOrdersPage = lazy(() =>
  import('./pages/user-orders-page.tsx').then((m) => ({ default: m.UserOrdersPage })),
)
const PrivacyPage = lazy(() =>
  import('./pages/privacy-page.tsx').then((m) => ({ default: m.PrivacyPage })),
)
const WishesPage = lazy(() =>
  import('./pages/wishes-page.tsx').then((m) => ({ default: m.WishesPage })),
)
const WishLinkPage = lazy(() =>
  import('./pages/wish-link-page.tsx').then((m) => ({ default: m.WishLinkPage })),
)
const HouseholdPage = lazy(() =>
  import('./pages/household-page.tsx').then((m) => ({ default: m.HouseholdPage })),
)
const JoinHouseholdPage = lazy(() =>
  import('./pages/join-household-page.tsx').then((m) => ({ default: m.JoinHouseholdPage })),
)
const UpdateAddressPage = lazy(() =>
  import('./pages/update-address-page.tsx').then((m) => ({ default: m.UpdateAddressPage })),
)
const UpdateLocationPage = lazy(() =>
  import('./pages/update-location-page.tsx').then((m) => ({ default: m.UpdateLocationPage })),
)
const UpdateItemsPage = lazy(() =>
  import('./pages/update-items-page.tsx').then((m) => ({ default: m.UpdateItemsPage })),
)
const ResellersPage = lazy(() =>
  import('./pages/resellers-page.tsx').then((m) => ({ default: m.ResellersPage })),
)
const BannerPage = lazy(() =>
  import('./pages/banner-page.tsx').then((m) => ({ default: m.BannerPage })),
)
const ParticipatePage = lazy(() =>
  import('./pages/participate-page.tsx').then((m) => ({ default: m.ParticipatePage })),
)
const HolidayPage = lazy(() =>
  import('./pages/holiday-page.tsx').then((m) => ({ default: m.HolidayPage })),
)
const ItemsConfirmationPage = lazy(() =>
  import('./pages/items-confirmation-page.tsx').then((m) => ({
    default: m.ItemsConfirmationPage,
  })),
)
const AboutPage = lazy(() =>
  import('./pages/about-page.tsx').then((m) => ({ default: m.AboutPage })),
)
const PrivacyNoticePage = lazy(() =>
  import('./pages/privacy-notice-page.tsx').then((m) => ({ default: m.PrivacyNoticePage })),
)
const NotFoundPage = lazy(() =>
  import('./pages/not-found-page.tsx').then((m) => ({ default: m.NotFoundPage })),
)

/** Fetches the code of the start screen; what fails is tried again when the screen is rendered. */
export async function preloadScreen(pathname: string): Promise<void> {
  if (isMapScreen(pathname)) await MapPage.preload().catch(() => undefined)
}

/** The screens; `loginToken` is redeemed before the first of them. */
export function AppRoutes({ loginToken }: { loginToken: string | null }) {
  const [pending, setPending] = useState(loginToken)
  if (pending !== null) return <LoginLink token={pending} onDone={() => setPending(null)} />
  return (
    <>
      <AnnouncementOutlet />
      <Screens />
    </>
  )
}

/** Forms need Mantine around them, the map does not. */
function Screens() {
  const { pathname } = useLocation()
  if (isMapScreen(pathname)) return <AllRoutes />
  return (
    <Mantine>
      <AllRoutes />
    </Mantine>
  )
}

/** All routes; paths match case-insensitively. */
function AllRoutes() {
  return (
    <Routes>
      {/* One element for all map addresses, so that the map survives moving between them. */}
      <Route element={<MapPage />}>
        <Route path="/" element={null} />
        <Route path="/map" element={null} />
        <Route path="/map/letterbox/:id" element={null} />
      </Route>
      <Route path="/resellers" element={<ResellersPage />} />
      <Route path="/participate" element={<ParticipatePage />} />
      <Route path="/wishes/confirm" element={<WishLinkPage key="confirm" kind="confirm" />} />
      <Route path="/wishes/end" element={<WishLinkPage key="end" kind="end" />} />
      <Route path="/household/join" element={<JoinHouseholdPage />} />
      <Route path="/letterbox/confirm" element={<ItemsConfirmationPage />} />
      <Route path="/about" element={<AboutPage />} />
      <Route path="/privacy" element={<PrivacyNoticePage />} />
      <Route path="/auth/login" element={<LoginPage />} />
      <Route path="/auth/logout" element={<LogoutPage />} />
      <Route path="/auth/register/:step?" element={<RegisterPage />} />
      <Route path="/map/auth/register/:step?" element={<RegisterPage />} />
      <Route path="/auth/forgotPassword" element={<ForgotPasswordPage />} />
      <Route path="/auth/resetPassword" element={<ResetPasswordPage />} />
      <Route path="/auth/confirmEmail" element={<ConfirmEmailPage />} />
      <Route path="/profile/deleteAccount" element={<DeleteAccountPage />} />
      <Route element={<RequireLogin />}>
        <Route path="/admin/banner" element={<BannerPage />} />
        <Route path="/auth/setPassword" element={<SetPasswordPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/profile/updateAccount" element={<UpdateAccountPage />} />
        <Route path="/profile/security" element={<SecurityPage />} />
        <Route path="/profile/userOrders" element={<UserOrdersPage />} />
        <Route path="/profile/inbox" element={<InboxPage />} />
        <Route path="/profile/messagePanel" element={<InboxPage />} />
        <Route path="/profile/privacy" element={<PrivacyPage />} />
        <Route path="/profile/holiday" element={<HolidayPage />} />
        <Route path="/profile/wishes" element={<WishesPage />} />
        <Route path="/profile/household" element={<HouseholdPage />} />
        <Route path="/profile/updateLetterBoxAddress" element={<UpdateAddressPage />} />
        <Route path="/profile/updateLetterBoxLocation" element={<UpdateLocationPage />} />
        <Route path="/profile/updateLetterBoxItems" element={<UpdateItemsPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
