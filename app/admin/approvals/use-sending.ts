import { useNavigation } from 'react-router'

/** True while this form's own request is under way. */
export function useSending(id: string, intent: string): boolean {
  const { formData } = useNavigation()
  return formData?.get('id') === id && formData.get('intent') === intent
}
