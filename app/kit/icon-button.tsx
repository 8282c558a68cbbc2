import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconProps } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type Look = {
  icon: IconProps['name']
  iconSize?: IconProps['size'] /** Says what it does, with the thing it acts on. */
  label: string
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & Look

/** A square button with a picture only; `label` is its name. Submits its form unless `type="button"`. */
export function IconButton({ icon, iconSize, label, className, ...rest }: IconButtonProps) {
  return (
    <button {...rest} className={classNames('icon-btn', className)}>
      <Icon name={icon} size={iconSize} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  )
}
