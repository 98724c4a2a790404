// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_WIFI_ADAPTER_H
#define USB_WIFI_ADAPTER_H

#include "usb-adapter-function.h"
#include "usb-drop-reason.h"
#include "usb-duplicate-cache.h"
#include "usb-fault.h"
#include "usb-occupancy.h"
#include "usb-peripheral.h"
#include "usb-traced-level.h"
#include "usb-wifi-message.h"

#include "ns3/traced-callback.h"
#include "ns3/wifi-types.h"

#include <boost/circular_buffer.hpp>
#include <vector>

namespace ns3
{

class UsbMacTracker;
class WifiNetDevice;
class WifiPpdu;
class WifiTxVector;

/**
 * @ingroup usb-bus
 * What an adapter tells its driver in the host without using the bus. A real driver learns about
 * link changes from messages that the model does not include. It never learns that the adapter has
 * taken a frame; the model needs this to account for packets.
 */
class UsbAdapterDriver
{
  public:
    virtual ~UsbAdapterDriver() = default;
    /// The adapter has taken over the packet of a URB, whatever happens to the URB.
    /// @param urb which
    virtual void FrameTaken(Ptr<Urb> urb) = 0;
    /// UsbWifiAdapter::IsLinkUp() may have changed.
    virtual void LinkChanged() = 0;
};

/**
 * @ingroup usb-bus
 * A USB 802.11 adapter: the peripheral in front of a radio, which stays a device of its node.
 * Frames from the host wait in transmit buffers until the MAC has sent them or given them up.
 * Frames from the air wait in receive buffers until the host has fetched them.
 *
 * The radio is a WifiNetDevice, or another device whose trace sources AckedMpdu and DroppedMpdu (as
 * in WifiMac) and PhyTxEnd (as in WifiPhy) report when it has finished a frame. The adapter
 * replaces the radio's receive callback, so frames reach the node only through the driver. It drops
 * frames without QoS that the MAC of a WifiNetDevice hands up twice (UsbDuplicateCache). See
 * usb-bus.rst for the evidence behind each attribute.
 *
 * Order of use: SetRadio(), UsbHostController::Attach(), then UsbNetDevice::Attach(), which calls
 * SetDriver(). After UsbHostController::Detach() the adapter may be attached again, and then needs
 * a driver again. Frames that are in the MAC at that time keep their buffers.
 *
 * Every frame is accounted for: offered = delivered + held + dropped in both counters. The host
 * does not learn what happened to a frame, because linux-wlan-ng requests no transmit reports. For
 * kuang2003, TxBuffers and the gaps are fitted, because no document describes that adapter.
 */
class UsbWifiAdapter : public UsbPeripheral
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    UsbWifiAdapter();
    ~UsbWifiAdapter() override;

    /**
     * @param device the radio, on its node and with its MAC and PHY; once only. Fatal if it is null
     * or lacks one of them
     */
    void SetWifiNetDevice(Ptr<WifiNetDevice> device);
    /// @return the radio, null if none or if it is another device
    Ptr<WifiNetDevice> GetWifiNetDevice() const;
    /// @param device the radio, of any kind, on its node; once only. Fatal if it lacks what the
    /// adapter needs
    void SetRadio(Ptr<NetDevice> device);
    /// @return the radio, of any kind; null if none
    Ptr<NetDevice> GetRadio() const;
    /**
     * Give the adapter its driver. Fatal without a radio, without a bus, with a driver already, or
     * on the bus of another node.
     * @param driver lives until the adapter leaves the bus or both are disposed of
     */
    void SetDriver(UsbAdapterDriver* driver);
    /// Called when the driver starts: read the length of the radio's queue, and start the random
    /// faults, whose streams must be assigned by then.
    void Start();
    /**
     * Pass frames for other stations to the host, too. This cannot be undone, because the MAC
     * offers no way back. The adapter must have a radio. Node::RegisterProtocolHandler() may
     * replace the callback; repeat this call afterwards.
     */
    void EnablePromiscuous();
    /// @return whether the adapter is on a bus and its radio has a link
    bool IsLinkUp() const;
    /// @return sizes of messages on the bus; constant for the life of the adapter
    UsbWifiMessageFormat GetMessageFormat() const;
    /**
     * The host has cleared a halt: the endpoint's toggle begins anew. A received frame that the
     * host has not taken is lost.
     * @param in of the IN endpoint, else the OUT endpoint
     */
    void ClearHalt(bool in);

    /**
     * Fault: refuse all IN tokens (kuang2003, 4.2.1, first interpretation).
     * @param duration from now on, 0 or more
     */
    void HoldReceive(Time duration);
    /**
     * Fault: the host's interrupts are off (kuang2003, 4.2.1, second interpretation).
     * @param duration from now on, 0 or more
     */
    void BlockInterrupts(Time duration);

    /// @return counters of the frames from the host: delivered when the MAC has sent them
    UsbPacketCounters GetTxCounters() const;
    /// @return counters of the frames from the air: delivered when the host has them
    UsbPacketCounters GetRxCounters() const;
    /// @return number of frames from the host in the adapter, over time. A frame counts from the
    /// instant at which the adapter learns of its arrival, which the trace TxInUse reports
    const UsbOccupancy& GetTxOccupancy() const;
    /// @return number of frames in the MAC, over time; the fraction of time with none is the time
    /// for which the radio starved
    const UsbOccupancy& GetMacOccupancy() const;
    /// Start both occupancies anew.
    void RestartOccupancies();
    /// @return number of repeated OUT packets that were discarded: the first copy had arrived, but
    /// its ACK was lost
    uint64_t GetRepeats() const;
    /**
     * Fix the random streams.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// @return the endpoints; they live as long as the adapter
    UsbFunction& GetFunction() override;
    /// The firmware passes on the messages that are due, CommitGap after their last packet.
    void Wake() override;
    /**
     * From now on the frame belongs to the adapter, whatever happens to the URB. Fires TxAccepted.
     * @param urb which
     * @param message its number; one that was reported before is a repeat
     * @param at end of its last transaction
     */
    void TransferReceived(Ptr<Urb> urb, uint64_t message, Time at) override;
    /**
     * The host has the oldest frame, which is put into the URB. Fires RxSent. Frames with skipped
     * numbers are lost: the host has missed their last packets.
     * @param urb that gets the frame
     * @param message its number; one that was reported before is a repeat and changes nothing
     * @param at end of its last transaction
     */
    void TransferSent(Ptr<Urb> urb, uint64_t message, Time at) override;
    /**
     * Drops the frames that wait in the adapter as UNPLUGGED, stops the faults, and tells the
     * driver.
     */
    void Detached() override;

    /**
     * Signature of TxAccepted and RxSent. They fire when the bus is brought up to the present:
     * after the instant that they report, or up to one transaction before it.
     * @param at when the last byte of the frame had crossed the bus
     * @param packet the packet
     */
    typedef void (*TransferTracedCallback)(Time at, Ptr<const Packet> packet);
    /**
     * Signature of TxInUse and RxInUse. They fire when the adapter learns of the change.
     * @param at when the number changed; never before the last change
     * @param before frames before that
     * @param after frames from then on
     */
    typedef void (*InUseTracedCallback)(Time at, uint32_t before, uint32_t after);
    /// Signature of Drop.
    /// @param packet the packet
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, UsbDropReason reason);

  protected:
    /// Counts held frames as DISPOSED. The driver is not called.
    void DoDispose() override;

  private:
    /// What the radio, which may outlive the adapter, calls.
    struct RadioListener : public SimpleRefCount<RadioListener>
    {
        UsbWifiAdapter* adapter{nullptr}; ///< null when it is gone
        UsbDuplicateCache cache;          ///< of frames without QoS
        Time duplicateAt{-1};             ///< when such a frame last was a duplicate

        /**
         * The radio has received a frame. If it has no QoS, the MAC is given it at this instant.
         * @param ppdu that was received
         * @param signal its power and SNR
         * @param txVector how it was sent
         * @param outcomes whether each of its MPDUs was received
         */
        void RxOutcome(Ptr<const WifiPpdu> ppdu,
                       RxSignalInfo signal,
                       const WifiTxVector& txVector,
                       const std::vector<bool>& outcomes);
        /**
         * @param device the radio
         * @param packet received
         * @param protocol Ethertype
         * @param source link-layer source
         * @return true; a promiscuous adapter takes the frame from PromiscReceive()
         */
        bool Receive(Ptr<NetDevice> device,
                     Ptr<const Packet> packet,
                     uint16_t protocol,
                     const Address& source);
        /**
         * @param device the radio
         * @param packet received
         * @param protocol Ethertype
         * @param source link-layer source
         * @param destination link-layer destination
         * @param type whom the frame is meant for
         * @return true
         */
        bool PromiscReceive(Ptr<NetDevice> device,
                            Ptr<const Packet> packet,
                            uint16_t protocol,
                            const Address& source,
                            const Address& destination,
                            NetDevice::PacketType type);
        /// The radio was associated or disassociated.
        void LinkChanged();
    };

    /// A frame from the host on its way to the MAC.
    struct Arrival
    {
        uint64_t message;  ///< UsbAdapterFunction::Message::number
        UsbNetFrame frame; ///< what it carries
    };

    /**
     * @param tid this type
     * @return the same with the attributes of the way to the air
     */
    static TypeId AddTxAttributes(TypeId tid);
    /**
     * @param tid this type
     * @return the same with the attributes of the way to the host, and of the messages
     */
    static TypeId AddRxAttributes(TypeId tid);
    /**
     * @param tid this type
     * @return the same with the attributes of the faults
     */
    static TypeId AddFaultAttributes(TypeId tid);
    /**
     * @param tid this type
     * @return the same with its trace sources
     */
    static TypeId AddTraces(TypeId tid);

    /// @param fault that calls HoldReceive(); null for none
    void SetRxHold(Ptr<UsbFault> fault);
    /// @return the fault, null for none
    Ptr<UsbFault> GetRxHold() const;
    /// @param fault that calls BlockInterrupts(); null for none
    void SetIrqBlock(Ptr<UsbFault> fault);
    /// @return the fault, null for none
    Ptr<UsbFault> GetIrqBlock() const;
    /**
     * @param fault attribute; the old object is detached
     * @param other the new object, which must belong to no adapter; null for none
     * @param action what it does
     */
    void ReplaceFault(Ptr<UsbFault>& fault, Ptr<UsbFault> other, UsbFault::Action action);
    /// Type of an attribute's member, such as &UsbWifiAdapter::m_txBuffers.
    template <auto MEMBER>
    using ParameterType =
        std::remove_reference_t<decltype(std::declval<UsbWifiAdapter&>().*MEMBER)>;

    /**
     * Set an attribute of the endpoints; it holds from this instant on.
     * @tparam MEMBER the attribute's member
     * @param value for it
     */
    template <auto MEMBER>
    void SetParameter(ParameterType<MEMBER> value);
    /**
     * @tparam MEMBER the attribute's member
     * @return its value
     */
    template <auto MEMBER>
    ParameterType<MEMBER> GetParameter() const;
    /// Give the endpoints the attributes in bit times of the bus; nothing happens without one.
    void ApplyParameters();

    /**
     * Change the state of the endpoints. UsbHostController::Update() does it while the adapter is
     * on a bus; otherwise nothing depends on the change and it is made at once.
     * @tparam Change a callable without arguments
     * @param change what is to be done
     */
    template <typename Change>
    void UpdateBus(Change&& change);
    /**
     * @param message its frame goes to the MAC, or is dropped as TX_OVERRUN (kuang2003, footnote 5)
     */
    void Commit(const UsbAdapterFunction::Message& message);
    /**
     * @param frame for the MAC
     * @param bytes of its message
     */
    void HandToMac(const UsbNetFrame& frame, uint32_t bytes);
    /**
     * The buffer is free.
     * @param packet with its LLC header
     * @param bytes of its message
     * @param reason none if it was sent
     */
    void MacDone(Ptr<const Packet> packet, uint32_t bytes, std::optional<UsbDropReason> reason);
    /// @param frame from the air
    void QueueForHost(UsbNetFrame frame);
    /// @param frame from the air; dropped if there is no receive buffer
    void TakeRxBuffer(UsbNetFrame&& frame);
    /**
     * @param packet from the host
     * @param reason why it is given up
     */
    void DropTx(Ptr<const Packet> packet, UsbDropReason reason);
    /**
     * @param packet from the air
     * @param reason why it is given up
     */
    void DropRx(Ptr<const Packet> packet, UsbDropReason reason);
    /**
     * @param last number of the last frame that the endpoint has forgotten; the host has not taken
     * those up to it
     */
    void LoseSkippedFrames(uint64_t last);
    /// @param at when the number of frames from the host changed
    void UpdateTxOccupancies(Time at);
    /// @param at when the number of frames for the host changed
    void UpdateRxOccupancy(Time at);
    /// Tell the driver.
    void LinkChanged();

    UsbAdapterFunction m_function;       ///< endpoints
    Ptr<NetDevice> m_radio;              ///< see GetRadio
    UsbAdapterDriver* m_driver{nullptr}; ///< null if none
    Ptr<RadioListener> m_listener;       ///< see RadioListener
    Ptr<UsbMacTracker> m_mac;            ///< frames the MAC has
    bool m_promiscuous{false};           ///< see EnablePromiscuous

    uint32_t m_descriptorBytes;       ///< attribute
    uint32_t m_llcBytes;              ///< attribute
    uint32_t m_roundingBytes;         ///< attribute
    uint32_t m_txBuffers;             ///< attribute
    uint32_t m_txBufferBytes;         ///< attribute
    Time m_headerGap;                 ///< attribute
    Time m_commitGap;                 ///< attribute
    uint32_t m_fifoPackets;           ///< attribute
    Time m_fifoDrain;                 ///< attribute
    UsbOverrunPolicy m_overrunPolicy; ///< attribute
    uint32_t m_rxBuffers;             ///< attribute
    Time m_rxProcessing;              ///< attribute
    Ptr<UsbFault> m_rxHold;           ///< attribute
    Ptr<UsbFault> m_irqBlock;         ///< attribute
    bool m_hasStarted{false};         ///< see Start()

    boost::circular_buffer<Arrival> m_arrivals;     ///< whole, not with the MAC
    boost::circular_buffer<UsbNetFrame> m_rxFrames; ///< for the host
    uint64_t m_lastArrival{0};                      ///< number of the last message taken over
    UsbAdapterFunction::Message m_late{}; ///< handed on before the host knew that it had arrived
    uint64_t m_lastSent{0};               ///< number of the last frame the host has

    UsbPacketCounters m_txCounters; ///< from the host
    UsbPacketCounters m_rxCounters; ///< from the air
    UsbOccupancy m_txOccupancy;     ///< see GetTxOccupancy
    UsbOccupancy m_macOccupancy;    ///< see GetMacOccupancy

    UsbTracedLevel m_txInUse;                                     ///< frames from the host
    UsbTracedLevel m_rxInUse;                                     ///< frames for the host
    TracedCallback<Time, Ptr<const Packet>> m_txAcceptedTrace;    ///< message complete
    TracedCallback<Ptr<const Packet>> m_txCommittedTrace;         ///< to the MAC
    TracedCallback<Ptr<const Packet>> m_txFreedTrace;             ///< MAC done
    TracedCallback<Ptr<const Packet>> m_rxQueuedTrace;            ///< from the air
    TracedCallback<Time, Ptr<const Packet>> m_rxSentTrace;        ///< to the host
    TracedCallback<Ptr<const Packet>, UsbDropReason> m_dropTrace; ///< given up
};

} // namespace ns3

#endif // USB_WIFI_ADAPTER_H
