/** English; the keys and gaps of all languages. */

export const words = {
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
