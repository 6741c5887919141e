import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { buttonClass } from './button.tsx'
import type { Look } from './button.tsx'
import { Icon } from './icon.tsx'

interface Props extends ComponentProps<typeof Link>, Look {}

/** A link that leads on, in the clothes of a button. Apart from the button, which pages without a router have too. */
export function LinkButton({ kind = 'secondary', size = 'medium', icon, iconEnd, className, children, ...rest }: Props) {
  return (
    <Link {...rest} className={buttonClass(kind, size, className)}>
      {icon && <Icon name={icon} size={size === 'small' ? 18 : 20} className="-ml-0.5" />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={size === 'small' ? 18 : 20} className="-mr-0.5" />}
    </Link>
  )
}
