import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { paths, patterns } from '#platform/shared/paths.ts'
import { expectTexts } from '#platform/web/start/texts.ts'
import { Mantine } from '#platform/web/ui/mantine.tsx'
import { RequireConversation } from './layout/require-conversation.tsx'
import { RequireLogin } from './layout/require-login.tsx'
import { NotificationsPage } from './pages/notifications-page.tsx'

const InboxScreen = lazy(() =>
  import('#features/lending/inbox/web/inbox-screen.tsx').then((m) => ({
    default: m.InboxScreen,
  })),
)
const HeldReplyScreen = lazy(() =>
  import('#features/lending/inbox/web/held-reply-screen.tsx').then((module) => ({
    default: module.HeldReplyScreen,
  })),
)
const AnswerScreen = lazy(() =>
  import('#features/lending/loans/web/answer-screen.tsx').then((m) => ({
    default: m.AnswerScreen,
  })),
)
const LentPage = lazy(() =>
  import('./pages/lent-page.tsx').then((m) => ({
    default: m.LentPage,
  })),
)
const CalendarScreen = lazy(() =>
  import('#features/lending/loans/web/calendar/calendar-screen.tsx').then((m) => ({
    default: m.CalendarScreen,
  })),
)
const LoginPage = lazy(() =>
  import('./pages/login-page.tsx').then((m) => ({ default: m.LoginPage })),
)
const LogoutPage = lazy(() =>
  import('./pages/logout-page.tsx').then((m) => ({ default: m.LogoutPage })),
)
const RegisterPage = lazy(() =>
  import('./pages/registration/register-page.tsx').then((m) => ({ default: m.RegisterPage })),
)
const ForgotPasswordScreen = lazy(() =>
  import('#features/people/accounts/web/passwords/forgot-password-screen.tsx').then((m) => ({
    default: m.ForgotPasswordScreen,
  })),
)
const ResetPasswordScreen = lazy(() =>
  import('#features/people/accounts/web/passwords/reset-password-screen.tsx').then((m) => ({
    default: m.ResetPasswordScreen,
  })),
)
const LoginByLinkScreen = lazy(() =>
  import('#features/people/accounts/web/login-by-link-screen.tsx').then((m) => ({
    default: m.LoginByLinkScreen,
  })),
)
const NotMeScreen = lazy(() =>
  import('#features/people/accounts/web/not-me-screen.tsx').then((m) => ({
    default: m.NotMeScreen,
  })),
)
const ProviderReturnScreen = lazy(() =>
  import('#features/people/sign-in/identity-providers/web/provider-return-screen.tsx').then(
    (m) => ({
      default: m.ProviderReturnScreen,
    }),
  ),
)
const ProviderUnknownPage = lazy(() =>
  import('./pages/provider-unknown-page.tsx').then((m) => ({ default: m.ProviderUnknownPage })),
)
const ConfirmEmailScreen = lazy(() =>
  import(
    '#features/community/joining/registration/web/confirm-email/confirm-email-screen.tsx'
  ).then((m) => ({
    default: m.ConfirmEmailScreen,
  })),
)
const SetPasswordPage = lazy(() =>
  import('./pages/set-password-page.tsx').then((m) => ({ default: m.SetPasswordPage })),
)
const ProfileScreen = lazy(() =>
  import('#features/community/profile/web/profile-screen.tsx').then((m) => ({
    default: m.ProfileScreen,
  })),
)
const UpdateAccountScreen = lazy(() =>
  import('#features/community/profile/web/account/update-account-screen.tsx').then((m) => ({
    default: m.UpdateAccountScreen,
  })),
)
const SecurityPage = lazy(() =>
  import('./pages/security-page.tsx').then((m) => ({ default: m.SecurityPage })),
)
const DeleteAccountScreen = lazy(() =>
  import('#features/community/profile/web/account/delete-account-screen.tsx').then((m) => ({
    default: m.DeleteAccountScreen,
  })),
)
const UserOrdersPage = lazy(() =>
  import('./pages/orders/user-orders-page.tsx').then((m) => ({ default: m.UserOrdersPage })),
)
const MembershipsScreen = lazy(() =>
  import('#features/shop/memberships/web/memberships-screen.tsx').then((m) => ({
    default: m.MembershipsScreen,
  })),
)
const PrivacyScreen = lazy(() =>
  import('#features/places/letterboxes/privacy/web/privacy-screen.tsx').then((m) => ({
    default: m.PrivacyScreen,
  })),
)
const BlockedScreen = lazy(() =>
  import('#features/lending/blocks/web/blocked-screen.tsx').then((m) => ({
    default: m.BlockedScreen,
  })),
)
const MailsOffScreen = lazy(() =>
  import('#features/places/letterboxes/privacy/web/mails-off-screen.tsx').then((m) => ({
    default: m.MailsOffScreen,
  })),
)
const WishesScreen = lazy(() =>
  import('#features/lending/wishes/web/wishes-screen.tsx').then((m) => ({
    default: m.WishesScreen,
  })),
)
const WaitLinkScreen = lazy(() =>
  import('#features/lending/waits/web/wait-link-screen.tsx').then((m) => ({
    default: m.WaitLinkScreen,
  })),
)
const WishLinkScreen = lazy(() =>
  import('#features/lending/wishes/web/wish-link-screen.tsx').then((m) => ({
    default: m.WishLinkScreen,
  })),
)
const HouseholdScreen = lazy(() =>
  import('#features/lending/household/web/household-screen.tsx').then((m) => ({
    default: m.HouseholdScreen,
  })),
)
const FlyerScreen = lazy(() =>
  import('#features/community/joining/flyers/web/flyer-screen.tsx').then((m) => ({
    default: m.FlyerScreen,
  })),
)
const OwnFlyersScreen = lazy(() =>
  import('#features/community/joining/flyers/web/own-flyers-screen.tsx').then((m) => ({
    default: m.OwnFlyersScreen,
  })),
)
const PosterScreen = lazy(() =>
  import('#features/places/letterboxes/poster/web/poster-screen.tsx').then((m) => ({
    default: m.PosterScreen,
  })),
)
const OwnCodeScreen = lazy(() =>
  import('#features/places/letterboxes/codes/web/own-code-screen.tsx').then((m) => ({
    default: m.OwnCodeScreen,
  })),
)
const ScanScreen = lazy(() =>
  import('#features/places/letterboxes/codes/web/scan-screen.tsx').then((m) => ({
    default: m.ScanScreen,
  })),
)
const StickerSheetScreen = lazy(() =>
  import('#features/places/letterboxes/sticker-sheet/web/sticker-sheet-screen.tsx').then((m) => ({
    default: m.StickerSheetScreen,
  })),
)
const ParcelPage = lazy(() =>
  import('./pages/parcel-page.tsx').then((m) => ({ default: m.ParcelPage })),
)
const JoinHouseholdScreen = lazy(() =>
  import('#features/lending/household/web/join/join-household-screen.tsx').then((m) => ({
    default: m.JoinHouseholdScreen,
  })),
)
const UpdateAddressScreen = lazy(() =>
  import('#features/community/profile/web/address/update-address-screen.tsx').then((m) => ({
    default: m.UpdateAddressScreen,
  })),
)
const UpdateLocationPage = lazy(() =>
  import('./pages/update-location-page.tsx').then((m) => ({ default: m.UpdateLocationPage })),
)
const UpdateItemsPage = lazy(() =>
  import('./pages/update-items-page.tsx').then((m) => ({ default: m.UpdateItemsPage })),
)
const ResellersPage = lazy(() =>
  import('./pages/map/resellers-page.tsx').then((m) => ({ default: m.ResellersPage })),
)
const BackOffice = lazy(() =>
  import('./back-office/back-office.tsx').then((m) => ({ default: m.BackOffice })),
)
const ParticipatePage = lazy(() =>
  import('./pages/participate-page.tsx').then((m) => ({ default: m.ParticipatePage })),
)
const OrderPage = lazy(() =>
  import('./pages/orders/order-page.tsx').then((m) => ({ default: m.OrderPage })),
)
const OrderRegisterPage = lazy(() =>
  import('./pages/orders/order-register-page.tsx').then((m) => ({ default: m.OrderRegisterPage })),
)
const OrderThanksPage = lazy(() =>
  import('./pages/orders/order-thanks-page.tsx').then((m) => ({ default: m.OrderThanksPage })),
)
const PaymentPage = lazy(() =>
  import('./pages/orders/payment-page.tsx').then((m) => ({ default: m.PaymentPage })),
)
const OrderStepFive = lazy(() =>
  import('./pages/orders/order-step-five.tsx').then((m) => ({ default: m.OrderStepFive })),
)
const HolidayScreen = lazy(() =>
  import('#features/lending/upkeep/web/holiday-screen.tsx').then((m) => ({
    default: m.HolidayScreen,
  })),
)
const ItemsConfirmationScreen = lazy(() =>
  import('#features/lending/upkeep/web/items-confirmation-screen.tsx').then((m) => ({
    default: m.ItemsConfirmationScreen,
  })),
)
const OnYourSitePage = lazy(() =>
  import('./embed/on-your-site-page.tsx').then((m) => ({ default: m.OnYourSitePage })),
)
const AboutPage = lazy(() =>
  import('./pages/about-page.tsx').then((m) => ({ default: m.AboutPage })),
)
const ImpactScreen = lazy(() =>
  import('#features/community/statistics/impact/web/impact-screen.tsx').then((m) => ({
    default: m.ImpactScreen,
  })),
)
const ObjectionScreen = lazy(() =>
  import('#features/people/decisions/web/objection-screen.tsx').then((m) => ({
    default: m.ObjectionScreen,
  })),
)
const LegalScreen = lazy(() =>
  import('#features/community/legal/web/legal-screen.tsx').then((m) => ({
    default: m.LegalScreen,
  })),
)
const PrivacyNoticePage = lazy(() =>
  import('./pages/privacy-notice-page.tsx').then((m) => ({ default: m.PrivacyNoticePage })),
)
const NotFoundPage = lazy(() =>
  import('./pages/not-found-page.tsx').then((m) => ({ default: m.NotFoundPage })),
)

/** All screens except the map, which must not wait for their code; their forms need Mantine's provider. */
export function FurtherScreens() {
  // Nearly all screens may show errors, so load those texts in parallel with the code.
  expectTexts('errors')
  return (
    <Mantine>
      <Routes>
        <Route path={patterns.letterboxCode} element={<ScanScreen />} />
        <Route path={patterns.flyer} element={<FlyerScreen />} />
        <Route path={paths.resellers()} element={<ResellersPage />} />
        <Route path={paths.participate()} element={<ParticipatePage />} />
        {/* One route element for all steps, so that typed text survives moving between them. */}
        <Route element={<OrderPage />}>
          <Route path={paths.order()} element={null} />
          <Route path={paths.orderStep('StepTwo')} element={null} />
          <Route path={paths.orderStep('StepThree')} element={null} />
          <Route path={paths.orderStep('StepFour')} element={null} />
        </Route>
        <Route path={paths.orderStep('StepFive')} element={<OrderStepFive />} />
        <Route path={paths.payment()} element={<PaymentPage />} />
        <Route path={patterns.orderRegisterStep} element={<OrderRegisterPage />} />
        <Route path={paths.orderStep('thank_you')} element={<OrderThanksPage />} />
        <Route
          path={paths.confirmWish()}
          element={<WishLinkScreen key="confirm" kind="confirm" />}
        />
        <Route path={paths.endWish()} element={<WishLinkScreen key="end" kind="end" />} />
        <Route path={paths.leaveWait()} element={<WaitLinkScreen />} />
        <Route path={paths.heldReply()} element={<HeldReplyScreen />} />
        <Route path={paths.mailsOff()} element={<MailsOffScreen />} />
        <Route path={paths.joinHousehold()} element={<JoinHouseholdScreen />} />
        <Route path={paths.parcel()} element={<ParcelPage />} />
        <Route path={paths.confirmItems()} element={<ItemsConfirmationScreen />} />
        <Route path={paths.about()} element={<AboutPage />} />
        <Route path={paths.onYourSite()} element={<OnYourSitePage />} />
        <Route path={paths.impact()} element={<ImpactScreen />} />
        <Route path={paths.privacyNotice()} element={<PrivacyNoticePage />} />
        <Route path={paths.objection()} element={<ObjectionScreen />} />
        <Route path={paths.imprint()} element={<LegalScreen key="imprint" page="imprint" />} />
        <Route path={paths.terms()} element={<LegalScreen key="terms" page="terms" />} />
        <Route
          path={paths.accessibility()}
          element={<LegalScreen key="accessibility" page="accessibility" />}
        />
        <Route path={paths.login()} element={<LoginPage />} />
        <Route path={paths.logout()} element={<LogoutPage />} />
        <Route path={patterns.registerStep} element={<RegisterPage />} />
        <Route path={patterns.mapRegisterStep} element={<RegisterPage />} />
        <Route path={paths.forgotPassword()} element={<ForgotPasswordScreen />} />
        <Route path={paths.resetPassword()} element={<ResetPasswordScreen />} />
        <Route path={paths.loginByLink()} element={<LoginByLinkScreen />} />
        <Route path={paths.notMe()} element={<NotMeScreen />} />
        <Route path={patterns.providerReturn} element={<ProviderReturnScreen />} />
        <Route path={paths.providerUnknown()} element={<ProviderUnknownPage />} />
        <Route path={paths.confirmEmail()} element={<ConfirmEmailScreen />} />
        <Route path={paths.deleteAccount()} element={<DeleteAccountScreen />} />
        <Route path={`${paths.admin()}/*`} element={<BackOffice />} />
        <Route element={<RequireConversation />}>
          <Route path={paths.inbox()} element={<InboxScreen />} />
          <Route path={paths.messagePanel()} element={<InboxScreen />} />
          <Route path={paths.answerRequest()} element={<AnswerScreen />} />
        </Route>
        <Route element={<RequireLogin />}>
          <Route path={paths.setPassword()} element={<SetPasswordPage />} />
          <Route path={paths.profile()} element={<ProfileScreen />} />
          <Route path={paths.updateAccount()} element={<UpdateAccountScreen />} />
          <Route path={paths.security()} element={<SecurityPage />} />
          <Route path={paths.userOrders()} element={<UserOrdersPage />} />
          <Route path={paths.memberships()} element={<MembershipsScreen />} />
          <Route path={paths.lent()} element={<LentPage />} />
          <Route path={paths.calendar()} element={<CalendarScreen />} />
          <Route path={paths.privacy()} element={<PrivacyScreen />} />
          <Route path={paths.blocked()} element={<BlockedScreen />} />
          <Route path={paths.notifications()} element={<NotificationsPage />} />
          <Route path={paths.holiday()} element={<HolidayScreen />} />
          <Route path={paths.wishes()} element={<WishesScreen />} />
          <Route path={paths.ownCode()} element={<OwnCodeScreen />} />
          <Route path={paths.ownFlyers()} element={<OwnFlyersScreen />} />
          <Route path={paths.poster()} element={<PosterScreen />} />
          <Route path={paths.stickerSheet()} element={<StickerSheetScreen />} />
          <Route path={paths.household()} element={<HouseholdScreen />} />
          <Route path={paths.updateLetterBoxAddress()} element={<UpdateAddressScreen />} />
          <Route path={paths.updateLetterBoxLocation()} element={<UpdateLocationPage />} />
          <Route path={paths.updateLetterBoxItems()} element={<UpdateItemsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Mantine>
  )
}
