/** English texts. They define keys and placeholders of all languages. On shared pages the dashboard uses them, too. */
import { PHOTO_FLAG_NAMES, TASK_STATE_NAMES } from '#shop/programme/task-words.ts'

export const language = 'Language'

export const sample = 'These words are a sample. A speaker of the language has not checked them yet.'

export const optional = 'optional'

export const none = 'None'

export const cancel = 'Cancel'

export const close = 'Close'

export const frame = {
  skip: 'Skip to content',
  desk: 'Admin Dashboard',
  ownTasks: 'My own tasks',
  signOut: 'Sign Out',
  tabs: 'Coordinator',
  groups: 'Groups',
  photos: 'Photos',
  photosToCheck: 'Photos: {count}',
  messages: 'Messages',
  messagesToSend: 'Messages: {count}',
  questions: 'Questions',
  questionsToAnswer: 'Questions: {count}',
  templates: 'Templates',
} as const

export const failed = {
  signIn: 'Please sign in to see your groups',
  signInLine: 'This page is for the coordinators of our self-help groups.',
  toSignIn: 'Sign In',
  denied: 'This page is not open to you',
  deniedLine: 'It is for the coordinators of our self-help groups, and your account coordinates none.',
  toShop: 'Go to the shop',
  tooLarge: 'Too large',
  tooLargeLine: 'This page accepts at most {limit}, and you sent more. Nothing was saved.',
  missing: 'There is nothing at this address, or it belongs to another group.',
  failed: 'Something went wrong',
  failedLine: 'The fault is ours and it has been noted. Please try again in a few minutes.',
  tryAgain: 'Try again',
} as const

export const groups = {
  title: 'Your groups',
  none: 'No groups yet',
  noneLine: 'An admin adds groups on the Tasks tab of the dashboard.',
  members: { one: '{count} member', other: '{count} members' },
  open: { one: '{count} task open', other: '{count} tasks open' },
  waiting: { one: '{count} photo to check', other: '{count} photos to check' },
} as const

export const group = {
  workers: 'Workers and cards',
  copyWeek: 'Copy last week',
  give: 'Give a task',
  members: 'Members, {month}',
  noMembers: 'No members yet',
  noMembersLine: 'Add the women of the group under “Workers and cards”.',
  questions: { one: '{count} question to answer', other: '{count} questions to answer' },
  withdrawTitle: 'Withdraw {task}?',
  withdraw: 'Withdraw',
  withdrawLine: 'The task disappears from her list. Give it again if you change your mind.',
  withdrawEmail: 'She gets an email.',
  withdrawNews: 'She was told of the task, so a message that it is withdrawn is then listed under Messages.',
  formerWorker: 'No longer a worker',
  begun: 'Withdrawn, but this worker had begun it: {task}. Talk to the worker.',
  done: 'Done',
  earned: 'Earned',
  paid: 'Paid',
  owed: 'Owed now',
  noTasks: 'No open tasks',
  progress: '{state}: {done} of {amount}, until {day}',
  publicText: 'What buyers read',
  publicTextLine:
    'A product names the group and its place, “{group}, {place}”, once one of its batches contains approved work of a member who agreed. It never names a person.',
  notNamed: 'No product names the group now.',
  namedBy: 'Named by: {products}.',
  agreedOn: 'Agreed {day}',
  agreed: '{agreed} of {members} agreed. A worker gives and withdraws her consent on her own pages.',
} as const

export const people = {
  title: 'Workers, {group}',
  toGroup: 'Group',
  addList: 'Add a list',
  add: 'Add a worker',
  addLine:
    'She needs no email address. A card with a link lets her choose a PIN on her phone; she signs in with her number and the PIN.',
  name: 'Name',
  phone: 'Phone',
  addAndCard: 'Add and make her card',
  caption: 'Workers',
  none: 'No workers found',
  worker: 'Worker',
  noGroup: 'No group',
  signsIn: 'Signs in',
  card: 'Card',
  actions: 'Actions',
  goodUntil: 'Good until {day}',
  pin: 'PIN',
  locked: 'PIN locked: needs a card',
  email: 'Email',
  notJoined: 'Not joined yet',
  phones: { one: 'On {count} phone', other: 'On {count} phones' },
  byEmail: 'Admins sign in by email',
  needsPhone: 'Needs a phone number first',
  newCard: 'New card',
  newCardFor: 'New card for {name}',
  signOut: 'Sign out phones',
  signOutFor: 'Sign out phones of {name}',
  signedOut: 'Signed out on all phones. She can sign in again with her PIN.',
  correct: 'Correct name or number',
  saveCorrection: 'Save',
  corrected: 'Name and number saved',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  removed: 'Worker removed',
  landline: {
    title: 'Is {phone} a mobile number?',
    line: 'It looks like a landline. Messages and the link of the card go to mobile phones only.',
    confirm: 'Yes, it is mobile',
  },
  shared: {
    title: '{phone} is already the number of {names}',
    line: 'Workers may share a phone. Each has her own PIN.',
    confirm: 'Yes, they share it',
  },
  removal: {
    title: 'Remove {name}?',
    line: 'The worker can no longer sign in, and the card ends. You can add the worker again later.',
    confirm: 'Remove',
  },
  dialog: {
    title: 'Make a new card for {name}?',
    older: 'An earlier card of hers that is not used yet stops working.',
    phones: 'When she uses the new card she chooses a new PIN and is signed out on her other phones.',
    make: 'Make the card',
    leave: 'Go back',
  },
} as const

export const list = {
  title: 'Add a list to {group}',
  back: 'Workers',
  about:
    'A CSV file with the columns name and phone and, if you like, group (the name of a group), at most {rows} rows. You see every line before anything changes; then each worker gets a card.',
  file: 'List of workers, CSV',
  check: 'Check the file',
  canBeAdded: { one: '{count} worker can be added', other: '{count} workers can be added' },
  leftOut: { one: '{count} line will be left out', other: '{count} lines will be left out' },
  caption: 'Lines of the file',
  line: 'Line',
  group: 'Group',
  result: 'Result',
  good: 'Can be added',
  add: { one: 'Add {count} worker and make the card', other: 'Add {count} workers and make the cards' },
  noneAdded: '{problem} Nobody was added; please check the file again.',
  fileProblems: {
    choose: 'Please choose a CSV file',
    tooLarge: 'The file is too large: at most 256 KB',
    workbook: 'This is an Excel workbook. Please save it as “CSV UTF-8” and choose that file.',
    notText: 'This is no CSV file. Please save it as “CSV UTF-8” and choose that file.',
    quote:
      'Line {line}, column {column}: a quotation mark is missing or one too many. Please correct that line.',
    again: 'Please check the file again',
    noRows: 'There are no rows in this file',
    tooManyRows: 'At most {rows} rows at a time',
    noName: 'The first line must name the columns; missing: name',
    noPhone: 'The first line must name the columns; missing: phone',
    noColumns: 'The first line must name the columns; missing: name and phone',
    severalColumns: 'The first line names several columns for name, phone or group. Please keep one of each.',
  },
  landlines: 'Mobile or landline?',
  maybeLandline: 'Looks like a landline',
  sharedWith: 'Also the number of {name}',
  lineProblems: {
    noName: 'The name is missing',
    longName: 'The name is longer than 100 characters',
    oddName: 'The name has characters that can’t be saved',
    noPhone: 'Not a 10-digit mobile number',
    noGroup: 'No group has this name',
    twice: 'Twice in this list',
    known: 'Already in the programme',
    phoneFull: 'This number already has 4 workers',
  },
  cellProblems: {
    missing: '“{column}” (column {number}): the line ends before this column. Please add the missing cell.',
    extra:
      'Column {number}: “{text}” is beyond the columns of the first line. A text with a comma in it needs quotation marks around it.',
    shortened:
      '“{column}” (column {number}): “{text}” is what a spreadsheet made of a longer number. Please format the column as text and enter the whole number again.',
    rounded:
      '“{column}” (column {number}): a spreadsheet replaced the last digits of “{text}” by zeros. Please format the column as text and enter the whole number again.',
    unshown:
      '“{column}” (column {number}): “{text}” is what a spreadsheet writes in place of a value. Please widen the column or correct the cell, and save the file again.',
  },
  unread: 'Columns that are not read: {columns}.',
} as const

export const cards = {
  title: { one: '{count} card to hand out', other: '{count} cards to hand out' },
  back: 'Workers',
  print: 'Print',
  line: 'A card is good once, for three days. Whoever has it can choose her PIN: give it to her alone.',
  used: 'This card has been used.',
  replaced: 'A newer card was made, so this one no longer works.',
  expired: 'This card has expired.',
  noPhone: 'She has no phone number any more. Enter one, then make a new card.',
  code: 'QR code of {name}’s card',
  until: 'Open the code with the phone’s camera and choose a PIN. Good until {day}.',
  send: 'Send to {name} by WhatsApp',
} as const

const notStored = {
  full: 'This phone is full. Make some room on it, or try again when there is a network.',
  refused:
    'This phone’s browser does not save anything. Allow it to save data in its settings, or try again when there is a network.',
} as const

export const offline = {
  noNetwork: 'No network. What you see was here before.',
  waiting: {
    one: '{count} answer waits on this phone and is sent when there is a network.',
    other: '{count} answers wait on this phone and are sent when there is a network.',
  },
  stored: 'Saved on this phone. It is sent as soon as there is a network.',
  change: 'Change my answer',
  sent: 'Your answer has been sent.',
  refused: 'Your answer was not taken.',
  pictureTooLarge: 'This picture is too large. Choose a smaller one, or none.',
  decideAgain: 'Please check the photo and answer again.',
  dismiss: 'OK',
  notStored: notStored,
  ownTask: 'This is your own work, so another person has to check it.',
  unsent: 'Something is not sent yet. It stays on this phone and is sent when you sign in again.',
  signOutAnyway: 'Sign out anyway',
} as const

export const results = {
  given: 'The tasks are given. The messages to the workers are under Messages.',
  again: 'These tasks were given already; nothing was given twice.',
  withdrawn: 'Task withdrawn',
  told: 'The worker has been informed',
  stopped: 'The change is stopped',
} as const

export const upi = {
  title: 'UPI changes to tell workers about',
  line: 'These workers have no email address. Call each one at the number from before the request, and ask whether the change is known.',
  changes: 'The UPI ID changes on {time}.',
  changed: 'The new UPI ID has been in use since {time}.',
  requested: 'Asked for on {time} by {name}.',
  system: 'the system',
  noPhone: 'No number: tell the worker in person.',
  confirm: 'The worker knows of it',
  stop: 'Stop the change',
} as const

export const state = TASK_STATE_NAMES

export const question = {
  leave: 'It needs money: leave it to the admins',
  leftOn: 'Left to the admins on {time}',
  withAdmins: 'With the admins',
  none: 'No questions to answer',
  done: { answer: 'Answer sent', leave: 'Left to the admins. You find it below until they answer.' },
  about: '{worker}, about payout {number}',
  answerTo: 'Answer to {worker}',
  send: 'Send the answer',
} as const

export const give = {
  title: 'Give a task: {group}',
  howMany: 'How many in all',
  share: 'Share out equally',
  forOne: '{pay} for {amount}',
  another: 'Choose another task',
  noTemplates: 'No templates yet',
  noTemplatesLine: 'Write down the task once; then it can be given in one go.',
  newTemplate: 'New template',
} as const

export const counts = {
  deadline: 'Deadline',
  deadlineHint: 'Until the end of this day.',
  tasks: { one: '{count} task', other: '{count} tasks' },
  give: 'Give',
  giveAgain: 'Give once more',
  givenBefore: '{name} gave the same tasks to this group on {time}. Give them again only if you mean to.',
  notGiven: 'The tasks were not given.',
  outOfDate: 'This page is out of date. Please reload it and try again.',
} as const

export const repeat = {
  title: 'Copy last week: {group}',
  nothing: 'Nothing to copy',
  nothingLine: 'No tasks were given from {from} to {to}.',
  line: 'Given from {from} to {to}. Change the counts; 0 leaves a task out.',
  hint: 'Last week {amount}; {pay} for {paidAmount}',
} as const

export const messages = {
  title: 'Messages to send',
  none: 'Nothing to send',
  noneLine: 'News of tasks and payments, to workers with a phone number, appears here.',
  line: 'Send each text from your phone, then tap Sent. The text is in her language.',
  emailed: 'also emailed',
  more: {
    one: '{count} more message for the next text',
    other: '{count} more messages for the next text',
  },
  noNumber: 'This is no Indian mobile number. Tell her in person, and have it corrected.',
  whatsApp: 'WhatsApp',
  sms: 'SMS',
  sent: 'Sent',
  sentTitle: 'Sent in the last 7 days',
  sentBy: 'Sent by {name}, {at}: {kinds}',
  sentAt: 'Sent, {at}: {kinds}',
  undo: 'Undo',
  kinds: {
    new_task: 'new task',
    do_again: 'do again',
    paid: 'paid',
    due_tomorrow: 'deadline',
    withdrawn: 'withdrawn',
  },
  done: {
    sent: 'Marked as sent. You can undo it below.',
    undone: 'These messages wait again.',
  },
} as const

export const templates = {
  title: 'Templates',
  add: 'New template',
  none: 'No templates yet',
  noneLine:
    'A template has a task’s name, steps and pay for one piece, so that it can be given to a group in one go.',
  facts: '{pay} for {amount}.',
  factsTimed: '{pay} for {amount}, {minutes} min.',
  all: 'All groups',
  archived: 'put away',
  change: 'Change',
  archive: 'Put away',
  useAgain: 'Use again',
  done: {
    saved: 'Template saved',
    away: 'Template put away. You can use it again below.',
    again: 'Template in use again',
  },
} as const

export const template = {
  present: 'The current picture',
  chosen: 'The picture that was chosen',
  picture: 'Picture of how it should look',
  anotherPicture: 'Another picture',
  pictureHint:
    'Workers see it with the task, made small for slow phones. Up to 5 MB. Show the goods, no faces.',
  noPicture: 'Remove the picture',
  add: 'New template',
  edit: 'Change template',
  group: 'Group',
  least:
    'With these minutes, the pay should be at least {amount} an hour, the highest minimum wage where groups work.',
  saveAnyway: 'Save it anyway',
  save: 'Save template',
  notSaved: 'The template was not saved.',
} as const

export const pages = {
  name: 'Pages',
  none: 'No more',
  range: '{from} to {to}',
  rangeOfTotal: '{from} to {to} of {total}',
  back: 'Back',
  next: 'Next',
} as const

export const types = {
  production: 'Production',
  packing: 'Packing',
  quality: 'Quality check',
  delivery: 'Delivery',
  anything: 'Other',
} as const

export const review = {
  title: 'Photos',
  filter: 'Filter',
  filters: { pending_review: 'Pending Review', approved: 'Approved', rejected: 'Rejected', all: 'All' },
  pending: { one: '{count} pending task', other: '{count} pending tasks' },
  empty: {
    pending_review: {
      title: 'No photos to check',
      line: 'Photos of finished tasks show up here for approval.',
    },
    approved: { title: 'Nothing approved yet', line: 'Approved tasks are listed here, the latest first.' },
    rejected: { title: 'Nothing rejected', line: 'Rejected tasks stay here until a new photo comes.' },
    all: { title: 'No photos yet', line: 'Tasks are listed here once their photo has been sent.' },
  },
  enlarge: 'Enlarge the photo of {task}',
  sentFor: 'What was sent for {task}',
  fullSize: 'Full size',
  earlierFor: 'Earlier, for {task}.',
  earlierPhoto: 'The earlier photo, sent for {task}',
  badges: {
    pending_review: 'Pending review',
    returned: 'Rejected',
    approved: 'Approved',
    paid: 'Approved and paid',
  },
  earlier: 'Earlier photos of this task',
  approvedBefore: 'Approved before, of the same work',
  facts: {
    worker: 'Worker',
    phone: 'Phone',
    type: 'Type',
    requested: 'Asked for',
    counted: 'Counted',
    claimed: 'Claimed',
    accepted: 'Accepted',
    value: 'Value',
    submitted: 'Submitted',
    created: 'Created',
    reviewed: 'Reviewed',
    rating: 'Rating',
    reason: 'Reason',
  },
  byWorker: '{count} by the worker',
  saysWorker: '{count}, says the worker',
  ofAll: '{done} of {quantity}',
  ofFive: '{stars} of 5',
  flags: PHOTO_FLAG_NAMES,
  reject: 'Reject',
  reasonHint: 'The worker reads it in her language.',
  chooseReason: 'Choose a reason',
  onlyOwn: 'Only my own words',
  ownWords: 'In your own words',
  ownHint: 'Sent as you write it.',
  picture: 'A picture of how it should look',
  pictureHint: 'She sees it with the reason. Up to 5 MB.',
  doReject: 'Reject and return the task',
  stars: { one: '{count} star', other: '{count} stars' },
  acceptedOf: 'Accepted of {amount}',
  approve: 'Approve',
  from1To: 'From 1 to {quantity}',
  pays: 'Pays {amount}',
  paysPart: 'Pays {part} of {amount}',
  done: { approved: 'Task approved successfully!', rejected: 'Task rejected successfully!' },
  failed: 'Error updating task status: {problem}',
} as const

export const screens = {
  title: 'SHG Worker Dashboard',
  hello: 'Namaste, {name}',
  offline: 'No network. Your work is saved on this phone.',
  news: 'Messages',
  openShop: 'Open shop',
  help: 'Ask anything',
  signOut: 'Sign Out',
  thisPhone: 'This phone: {name}',
  changePerson: 'Change',
  byPin: 'Use phone number and PIN',
  unsent: 'Something is not sent yet. It stays on this phone and is sent when you sign in again.',
  signOutAnyway: 'Sign out anyway',
  photoTitle: 'Send photo',
  back: 'Back',
  preview: 'Your photo',
  toDashboard: 'Back to my work',
  waitingHere: 'Still to be sent: {count}. Safe on this phone.',
  tryAgain: 'Try again',
  stillToSend: 'Still to be sent: {what}',
  /** Parts of `stillToSend`. */
  unsentParts: { starts: 'started {count}', steps: 'count {steps}', photos: 'photos {count} ({size} KB)' },
  needsNetwork: 'This needs a network. It may not have gone through. Please try again when there is one.',
  notSaved: notStored,
  signIn: 'Sign In',
  askToJoin: 'Ask about the programme',
  errors: {
    signIn: {
      title: 'Please sign in to see your work',
      line: 'This page is for the members of our self-help groups.',
    },
    denied: {
      title: 'Access Denied',
      line: 'This page is for the members of our self-help groups. To join the programme, write to us.',
    },
    missing: { title: 'Page not found', line: 'We couldn’t find that page.' },
    outage: {
      title: 'Back in a moment',
      line: 'We have a problem on our side. Please try again in a few minutes.',
    },
    unexpected: { title: 'Something went wrong', line: 'The fault is ours and it has been noted.' },
    noNetwork: {
      title: 'No network',
      line: 'This page could not be loaded. Please try again when there is a network.',
    },
  },
  skip: 'Skip to content',
  stepDone: 'done',
  stepNow: 'now',
} as const

export const voice = {
  listen: 'Listen',
  stop: 'Stop',
  show: 'Show what is typed',
  speech: {
    noRupees: 'no rupees',
    rupees: { one: '{count} rupee', other: '{count} rupees' },
    withPaise: '{rupees} and {paise} paise',
    // From 0.5 to 4.5.
    halves: {
      0: 'half',
      1: 'one and a half',
      2: 'two and a half',
      3: 'three and a half',
      4: 'four and a half',
    },
    pause: '.',
  },
} as const

export const amounts = {
  /** For a unit that an admin chose freely. */
  anyUnit: '{count} {unit}',
  /** Usual units. Each key is the name that the admin enters. */
  units: {
    packets: { one: '{count} packet', other: '{count} packets' },
    boxes: { one: '{count} box', other: '{count} boxes' },
    jars: { one: '{count} jar', other: '{count} jars' },
    pieces: { one: '{count} piece', other: '{count} pieces' },
    kg: '{count} kg',
    g: '{count} g',
  },
} as const

export const work = {
  tabs: 'Dashboard sections',
  overview: 'Overview',
  activeTasks: 'Active Tasks',
  completedTasks: 'Completed Tasks',
  pay: 'My pay',
  totalTasks: 'Total Tasks',
  completed: 'Completed Tasks',
  totalEarnings: 'Total Earnings',
  completionRate: 'Completion Rate',
  performance: 'Performance',
  monthEarnings: 'Paid for this month’s work',
  rating: 'Rating',
  noRating: 'No rating yet',
  ofFive: '{rating} of 5 stars',
  accepted: '{done} of {quantity} accepted',
  claimed: 'you sent {done} of {quantity}',
  shouldLook: 'It should look like this:',
  recent: 'Recent tasks',
  noTasks: 'No tasks yet',
  noTasksMore: 'New work will show up here.',
  noActive: 'No work to do right now',
  noCompleted: 'Nothing is finished yet',
  start: 'Start work',
  onePlus: 'One more done',
  tenPlus: 'Ten more',
  oneMinus: 'Take one back',
  counted: '{done} done. {left} left.',
  sendPhoto: 'Send photo',
  until: 'Until {day}',
  late: 'Was due {day}',
  earns: 'Pays {amount}',
  state: {
    pending: 'New',
    in_progress: 'In progress',
    returned: 'Do again',
    pending_review: 'Being checked',
    approved: 'Approved',
    paid: 'Paid',
    withdrawn: 'Withdrawn',
  },
  doAgain: 'Please do it again',
  owed: 'To be paid to you',
  weekEarnings: 'Earned this week, {from} to {to}',
  notInPayout: 'Of this: approved, not yet in a payment',
  inPayout: 'Of this: in a payment, on its way',
  paidSoFar: 'Paid so far',
  tryLater: {
    one: 'Too many tries. Please try again in {count} minute.',
    other: 'Too many tries. Please try again in {count} minutes.',
  },
  wrong: 'That did not work. Please try again.',
  facts: { amount: 'How many', pay: 'You get', due: 'Until' },
  stepsLabel: 'The steps of this work',
  steps: {
    start: 'Start',
    work: 'Do the work',
    photo: 'Photo',
    review: 'We check',
    pay: 'Money',
  },
  returnedFirst: 'This work has to be done again. {reason}',
} as const

export const photo = {
  photoOf: 'Photo of: {task}',
  take: 'Take photo',
  choose: 'Choose a photo',
  change: 'Take again',
  isClear: 'Is it clear?',
  send: 'Send this photo',
  sending: 'Sending...',
  shrinking: 'Preparing the photo…',
  allDone: '{left} left. Are all done?',
  sendAll: 'Yes, all done ({amount}): send photo',
  sendPart: 'No, {amount} done: send photo',
  countFirst: 'Correct the count first',
  goodPhoto: 'A good photo',
  goodFull: 'Full box, bright',
  badCut: 'Cut off',
  badDark: 'Too dark',
  sent: 'Photo sent',
  sentMore: 'We have it. You will see here when it is checked.',
  cannotSend: 'You can’t send a photo for this task right now.',
  invalidTask: 'Invalid Task',
  noTaskInformation: 'No task information provided',
  problems: {
    not_an_image: 'Please select a valid image file',
    too_large: 'File size must be less than 5MB',
    too_many_pixels:
      'This photo has too many pixels. Take it here with the camera, or choose a screenshot of it.',
    missing: 'Missing required information',
    failed: 'Failed to send photo',
  },
  stepsLabel: 'Three steps',
  photoSteps: { take: 'Take', look: 'Look', send: 'Send' },
} as const

export const queue = {
  remove: 'Remove photo',
  removeEntry: 'Remove',
  stillToSend: 'Still to be sent',
  refusedTitle: 'Please look at this',
  sendingNow: 'Sending now',
  waitingForNetwork: 'Waiting for network. Safe on this phone.',
  storedOnPhone: 'Safe on this phone. It is sent as soon as there is a network.',
  entry: {
    start: 'Started',
    steps: 'Counted {steps}',
    photo: 'Photo',
    question: 'Question',
  },
  refused: {
    gone: 'This work has been taken back. You don’t need to do anything.',
    lateStart: 'This work was started before.',
    lateCount: 'The photo was sent before. This count came too late.',
    question: 'Not sent. Wait for the answers to earlier questions, then send it again.',
    latePhoto: 'This task no longer needs a photo.',
    damaged: 'The photo did not arrive whole. Please send it again.',
    failed: 'That did not work. Please try again.',
  },
  sendAgain: 'Send again',
  dismiss: 'OK',
} as const

export const wages = {
  countsWhenApproved: 'Work counts from the moment it is approved.',
  payments: 'Payments',
  noPayments: 'No payments yet',
  paymentOf: 'Payment {number}',
  paidOn: 'Paid on {day}',
  waiting: 'On its way',
  returnedPay: 'The payment didn’t reach you. We’ll send it again; please check your UPI ID.',
  reference: 'Reference {text}',
  iHaveIt: 'I received it',
  confirmed: 'You received it',
  ask: 'Ask a question',
  question: 'Your question',
  sendQuestion: 'Send question',
  questions: 'My questions',
  answer: 'Answer: {text}',
  noAnswer: 'No answer yet',
  statement: 'Statement of the month',
  statementOf: 'Statement for {month}',
  me: 'About me',
  phone: 'Phone',
  upi: 'UPI ID',
  upiNow: 'Your pay goes to {upi}',
  upiNone: 'No UPI ID yet',
  upiUnread: 'We cannot read your UPI ID. Please enter it again.',
  upiLater: 'From {time} your pay goes to {upi}.',
  upiUntil: 'Until then it goes to the ID above.',
  upiGone: 'From {time} there is no UPI ID for your pay.',
  upiNotYou: 'Was it not you? Stop it, and tell your coordinator.',
  upiStop: 'Stop this change',
  upiChange: 'Change the UPI ID',
  upiAdd: 'Enter a UPI ID',
  upiNew: 'New UPI ID, like name@bank',
  upiWhy: 'A new ID counts after one day, so that nobody can take your pay unnoticed.',
  pin: 'Your PIN, 6 digits',
  password: 'Your password',
  phoneWhy: 'Only needed to change the number. You sign in with it.',
  noPassword: 'To change the UPI ID or the phone number you need a password. Choose one here:',
  choosePassword: 'Choose a password',
  consent: 'Products may name my group and our place',
  save: 'Save',
  saved: 'Saved',
  wrongFields: {
    phone: 'Please enter a 10-digit mobile number',
    upi: 'A UPI ID looks like name@bank',
    pin: 'This PIN is not right. After 5 wrong tries you wait 15 minutes. After 10 the PIN is locked; then ask your coordinator for a new card.',
    password: 'This password is wrong',
    pin_missing: 'Please enter your PIN too',
    password_missing: 'Please enter your password too',
    landline:
      'Is this a mobile number? It looks like a landline. If it is mobile, save again with your PIN or password.',
    phone_full: 'Four members already sign in with this number. Please enter another one.',
    phone_of_staff: 'This is the number of a member of staff. Please enter your own.',
    upi_often: 'The UPI ID was changed five times today. Please try again tomorrow.',
    upi_over: 'This change can’t be stopped any more, or was stopped already.',
    question: 'Please write your question',
    too_long: 'That is too long. Please make it shorter.',
    many_questions: 'Ten of your questions wait for an answer. Please wait for one first.',
  },
} as const

export const help = {
  coordinator: 'Your coordinator',
  call: 'Call',
  whatsApp: 'WhatsApp',
  ask: 'Write to us',
  line: 'Write your question. The answer is under “My questions” on the pay tab.',
  send: 'Send the question',
  sent: 'Your question has arrived.',
  waits: 'Your question is safe on this phone. It is sent as soon as there is a network.',
  problems: {
    question: 'Write your question, up to 1,000 letters',
    many: 'Ten of your questions are not answered yet. Please wait for the answers.',
    failed: 'Something went wrong. Please try again.',
  },
} as const

export const stored = {
  noNetwork: 'No network',
  notStored: 'This page is not on this phone yet. Open it once when there is a network.',
  signInLater: 'Sign in when there is a network, and your work is here.',
  openByPin: 'Open your work with your PIN. It can be sent after you sign in with a network.',
  wrongPin: 'This PIN is not right. After {tries} wrong tries you wait {minutes} minutes.',
  open: 'Open my work',
} as const

export const app = { name: 'My work', about: 'Tasks, photos and pay of the self-help groups.' } as const

export const pin = {
  hello: 'Namaste, {name}',
  lead: 'This is the programme of {brand} for the members of our self-help groups. You will sign in with your number ending in {digits} and a PIN. Choose the PIN now.',
  newPin: 'New PIN, 6 digits',
  newPinHint: 'Not 000000, 123456 or part of your phone number. Tell nobody.',
  again: 'The same PIN again',
  phoneOf: 'Whose phone is this?',
  own: 'My own phone',
  ownHint: 'You stay signed in for 30 days',
  shared: 'A shared phone',
  sharedHint: 'You are signed out when the browser is closed',
  join: 'Save the PIN and begin',
  signIn: 'Sign in',
  signInLead: 'See your work with your phone number and PIN.',
  phone: 'Mobile number',
  pin: 'PIN, 6 digits',
  forgot: 'Forgot the PIN?',
  forgotLine: 'Ask your coordinator for a new card.',
  byEmail: 'Sign in by email',
  who: 'Who are you?',
  whoLine: 'These members of this number have the same PIN. Choose your name and enter the PIN again.',
  signedInAs:
    '{name} is signed in on this phone. If you go on, {name} is signed out. What she has not sent yet stays on this phone.',
  problems: {
    not_six_digits: 'Enter 6 digits',
    too_easy: 'This PIN is too easy to guess. Choose another.',
    not_same: 'The two PINs are not the same',
    phone: 'Enter the 10-digit mobile number',
    device: 'Say whose phone this is',
    person: 'Choose your name',
  },
  cookiesBlocked:
    'This phone’s browser blocks cookies, so you cannot stay signed in. Allow cookies for this site in its settings.',
  wrong:
    'The mobile number or PIN is not right. After {waitAfter} wrong tries you wait 15 minutes. After {tries} the PIN is locked; then ask your coordinator for a new card.',
  wait: {
    one: 'Too many tries. Please try again in {count} minute.',
    other: 'Too many tries. Please try again in {count} minutes.',
  },
  phoneFull: 'Four members already sign in with this number. Ask your coordinator to enter another one.',
  cards: {
    used: {
      title: 'This card has been used',
      line: 'If you chose a PIN, sign in with your phone number and PIN. If you did not, tell your coordinator.',
    },
    replaced: {
      title: 'This card is an old one',
      line: 'A newer card was made for you. Open the link of the new card.',
    },
    expired: {
      title: 'This card has run out',
      line: 'A card is good for three days. Ask your coordinator for a new one.',
    },
    unknown: {
      title: 'This link is not right',
      line: 'Open the whole link, or ask your coordinator for a new card.',
    },
  },
} as const

export const news = {
  greeting: 'Namaste {name},',
  titles: {
    new_task: 'New task',
    do_again: 'Please do this again',
    paid: 'Money sent',
    due_tomorrow: 'Finish by {day}',
    withdrawn: 'Task withdrawn',
  },
  newTask: '{task}: {amount}, pays {pay}, until {day}',
  doAgain: '{task}. Reason: {reason}',
  paid: '{pay} was sent to you',
  reference: 'Transfer number {text}',
  dueTomorrow: '{task}: please send the photo by then',
  withdrawn: '{task}: you need not do it any more',
  more: {
    one: 'And {count} more message: see your work.',
    other: 'And {count} more messages: see your work.',
  },
  link: 'See your work: {link}',
  none: 'No messages yet',
  which: 'Which messages do you want?',
  kinds: {
    new_task: 'A new task',
    do_again: 'A task to do again',
    paid: 'Money was sent',
    due_tomorrow: 'A task is due tomorrow',
    withdrawn: 'A task is withdrawn',
  },
  byCoordinator: 'Your coordinator sends them to {phone}, by WhatsApp or SMS.',
  noPhone: 'Without a mobile number nobody can send you messages. Enter it under My Pay.',
  save: 'Save',
  saved: 'Saved',
  failed: 'That did not work. Check the network and try again.',
} as const
