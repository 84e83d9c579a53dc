import Platform
import Testing

struct ConcurrentMapTests {
    @Test(arguments: [0, 1, 2, 1000])
    func resultsAreInTheOrderOfTheElements(count: Int) {
        let texts = Array(0..<count).concurrentMap { String($0) }
        #expect(texts == (0..<count).map { String($0) })
    }
}
