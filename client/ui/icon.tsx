import { cx } from './cx.ts'

/** Strokes on a 24-unit grid, one path each; drawn for this product. */
const paths = {
  check: 'M5 12.5l4.6 4.6L19 7.5',
  'check-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.2 12.3l2.7 2.7 5-5.4',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.5-8.97 6 6 0 0 1 11.6 1.2A3.9 3.9 0 0 1 17.5 18.5z',
  'cloud-off': 'M4 4l16 16M9.3 6.1a6 6 0 0 1 8.8 4.6 3.9 3.9 0 0 1 2.3 6M16.5 18.5H7a4.5 4.5 0 0 1-.7-8.9',
  'cloud-check': 'M7 18.5a4.5 4.5 0 0 1-.5-8.97 6 6 0 0 1 11.6 1.2A3.9 3.9 0 0 1 17.5 18.5zM9.4 13.4l2 2 3.6-3.9',
  sync: 'M20 11a8 8 0 0 0-14.3-3.9L4 9M4 4.5V9h4.5M4 13a8 8 0 0 0 14.3 3.9L20 15M20 19.5V15h-4.5',
  warning: 'M12 4.2 2.9 19.5h18.2zM12 10v4.2M12 16.8v.1',
  danger: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v4.6M12 15.8v.1',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11.2v5M12 7.9V8',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.6 9.6a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8M12 16.6v.1',
  lock: 'M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2',
  unlock: 'M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 6.8-1.2M12 14v2',
  paperclip: 'M19.5 11.2l-7.7 7.7a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.9 7.9a1.5 1.5 0 0 1-2.2-2.2l7.2-7.1',
  comment: 'M4 5h16v11h-8.5L7 19.8V16H4z',
  history: 'M3.5 12A8.5 8.5 0 1 0 6 6L3.5 8.5M3.5 4v4.5H8M12 7.5V12l3 2',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'arrow-right': 'M4.5 12h15M13.5 6l6 6-6 6',
  'arrow-left': 'M19.5 12h-15M10.5 6l-6 6 6 6',
  'arrow-up': 'M12 19.5v-15M6 10.5l6-6 6 6',
  'arrow-down': 'M12 4.5v15M6 13.5l6 6 6-6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20a7.5 7.5 0 0 1 15 0',
  users:
    'M9 11.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2M2.5 19.5a6.5 6.5 0 0 1 13 0M16 4.6a3.6 3.6 0 0 1 0 6.6M18 13.6a6.5 6.5 0 0 1 3.5 5.9',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l.8 13.5h9.4l.8-13.5M10 10.5v6M14 10.5v6',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h9.5a6 6 0 0 1 0 12H9',
  redo: 'M15.5 5L20 9.5 15.5 14M20 9.5h-9.5a6 6 0 0 0 0 12H15',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15',
  upload: 'M12 15.5V4.5M7 9l5-5 5 5M4.5 19.5h15',
  send: 'M20.5 3.5L3.5 10l7 3.5 3.5 7zM20.5 3.5l-10 10',
  flag: 'M5.5 21V4M5.5 4.5h12l-2.5 4 2.5 4h-12',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M14 17.9a8.5 8.5 0 0 1-2 .6c-6 0-9.5-6.5-9.5-6.5a16 16 0 0 1 4-4.5M10 10a3 3 0 0 0 4.1 4.1',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.3 2',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6M15.8 15.8l4.7 4.7',
  filter: 'M4 5h16l-6.2 7.5V19l-3.6-2v-4.5z',
  keyboard: 'M3 6.5h18v11H3zM6.5 10h.1M10 10h.1M13.5 10h.1M17 10h.1M8 14h8',
  star: 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  home: 'M4 11l8-6.8 8 6.8M6 9.5V20h12V9.5M10 20v-5.5h4V20',
  list: 'M8.5 6.5h11.5M8.5 12h11.5M8.5 17.5h11.5M4.3 6.5h.1M4.3 12h.1M4.3 17.5h.1',
  edit: 'M4 20l.8-4L16.5 4.3a1.7 1.7 0 0 1 2.4 0l.8.8a1.7 1.7 0 0 1 0 2.4L8 19.2zM14.5 6.3l3.2 3.2',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
  'sign-out': 'M14 4H5.5v16H14M10 12h10.5M16.5 8l4 4-4 4',
  settings:
    'M4 7h9M17.5 7H20M4 17h2.5M11 17h9M15.2 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M8.8 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6',
  device: 'M4.5 5h15v10.5h-15zM2.5 19h19',
  install: 'M12 4v8.5M8.5 9l3.5 3.5L15.5 9M4 14v5.5h16V14',
  external: 'M13.5 4.5h6v6M19.5 4.5l-9 9M17 13.5v6H4.5V7h6',
  key: 'M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M12.5 12h8.5v3.5M17.5 12v2.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c2.6 2.4 3.8 5.4 3.8 9s-1.2 6.6-3.8 9c-2.6-2.4-3.8-5.4-3.8-9S9.4 5.4 12 3',
  dots: 'M5.5 12h.1M12 12h.1M18.5 12h.1',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  building: 'M4 20.5h16M6 20.5v-16h12v16M9.5 8.5h1.5M13 8.5h1.5M9.5 12.5h1.5M13 12.5h1.5M11 20.5v-4h2v4',
  reply: 'M9.5 6L4.5 11l5 5M4.5 11h9a6 6 0 0 1 6 6v2',
  chart: 'M4.5 4v16H20M9 16.5V12M13.5 16.5V8M18 16.5v-7',
  sparkle: 'M12 4l1.8 5.2L19 11l-5.2 1.8L12 18l-1.8-5.2L5 11l5.2-1.8z',
} as const

export type IconName = keyof typeof paths

interface Props {
  readonly name: IconName
  /** Side in pixels at the usual size of the text; it grows with the text. */
  readonly size?: number | undefined
  /** In a target of a fixed size. */
  readonly fixed?: boolean | undefined
  readonly className?: string | undefined
  /** Name for a picture that stands alone; without it the icon is decoration. */
  readonly label?: string | undefined
}

/** A picture beside words. Colour follows the text. */
export function Icon({ name, size = 20, fixed = false, className, label }: Props) {
  const side = fixed ? size : `${size / 16}rem`
  return (
    <svg
      width={side}
      height={side}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
