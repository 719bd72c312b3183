import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { ReportModal } from './report-modal.tsx'

interface LetterboxReportProps {
  letterbox: Letterbox
  opened: boolean
  onClose: () => void
}

/** Dialog to report a letterbox. A visitor's device solves the captcha while the form is being filled in. */
export function LetterboxReport(props: LetterboxReportProps) {
  const { loggedIn } = useSession()
  const takeCaptcha = useCaptcha(!loggedIn && props.opened)
  return <ReportModal {...props} takeCaptcha={takeCaptcha} />
}
