import { Component, type ErrorInfo, type ReactNode } from 'react'
import { FailurePage } from '../pages/failure-page.tsx'

interface Props {
  children: ReactNode
  /** A change, for example of the path, tries again. */
  resetKey?: string
}

interface State {
  failedAt: string | null | undefined
}

/** Shows a page with a reload button if a screen throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: undefined }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.failedAt === undefined) return { failedAt: props.resetKey ?? '' }
    if (state.failedAt !== null && state.failedAt !== (props.resetKey ?? '')) {
      return { failedAt: null }
    }
    return null
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <FailurePage />
  }
}
