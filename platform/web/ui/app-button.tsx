import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Link, LinkProps } from 'react-router'
import classes from './app-button.module.css'
import { Spinner } from './feedback/spinner.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  /** `primary` is the default, for the next step; one per screen. */
  tone?: ButtonTone
  fullWidth?: boolean
  leftSection?: ReactNode
  children?: ReactNode
}

type AsButton = Look &
  Omit<ComponentProps<'button'>, keyof Look> & {
    component?: undefined
    /** Shows a spinner in place of the label; pressing the button does nothing. */
    loading?: boolean
  }

type AsLink = Look & Omit<LinkProps, keyof Look> & { component: typeof Link }

type AppButtonProps = AsButton | AsLink

/** Also keeps Enter in a field from submitting the form, which the browser does by pressing the button. */
const ignorePress = (event: MouseEvent) => event.preventDefault()

/**
 * The enamel button; with `component={Link} to={...}` a link that looks like one. Mantine's button would add 9 kB gzip
 * to the start page.
 */
export function AppButton({
  tone = 'primary',
  fullWidth,
  leftSection,
  children,
  className,
  ...props
}: AppButtonProps) {
  const look = {
    className: className ? `${classes.root} ${className}` : classes.root,
    'data-tone': tone,
    'data-full-width': fullWidth || undefined,
  }
  const label = (
    <span className={classes.label}>
      {leftSection}
      {children}
    </span>
  )
  if (props.component) {
    const { component: LinkComponent, ...link } = props
    return (
      <LinkComponent {...link} {...look}>
        {label}
      </LinkComponent>
    )
  }
  const { component: _none, loading, disabled, onClick, ...button } = props
  const isUnavailable = loading || disabled
  // The HTML attribute `disabled` would take the focus away, and keyboard users would lose their place on the page.
  return (
    <button
      type="button"
      {...button}
      {...look}
      onClick={isUnavailable ? ignorePress : onClick}
      aria-disabled={isUnavailable || undefined}
      data-loading={loading || undefined}
      aria-busy={loading || undefined}
    >
      {label}
      {loading ? <Spinner className={classes.spinner} size={24} /> : null}
    </button>
  )
}
