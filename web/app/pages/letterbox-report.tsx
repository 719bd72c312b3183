import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { useConfig } from '../../config-query.ts'
import { useCaptcha } from '../../features/accounts/captcha/use-captcha.ts'
import { ReportModal } from '../../features/reports/report-modal.tsx'
import { useSession } from '../../session.ts'

interface LetterboxReportProps {
  letterbox: Letterbox
  opened: boolean
  onClose: () => void
}

/** The report of a letterbox; a visitor's device works for it while the form is filled in. */
export function LetterboxReport(props: LetterboxReportProps) {
  const { loggedIn } = useSession()
  const needed = useConfig()?.captcha === true && !loggedIn
  const takeCaptcha = useCaptcha(needed && props.opened)
  return <ReportModal {...props} takeCaptcha={takeCaptcha} />
}
